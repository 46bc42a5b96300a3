/** A question, and the part of the document that answers it: its anchor, or the heading of a format without pages. */
type Question = readonly [question: string, path: string, part: string];

/** Two for each document, written from the texts before anything was searched. */
export const QUESTIONS: readonly Question[] = [
  ["how often should troops rest on a long march", "marches.pdf", "page=2"],
  ["what share of the troops goes into the advance guard", "marches.pdf", "page=4"],
  ["which two states does the railway platform at Harper's Ferry lie in", "harpers-ferry.pdf", "page=1"],
  ["who captured John Brown at the armory", "harpers-ferry.pdf", "page=2"],
  ["do the major and the platoon leaders blow different whistles", "orders-and-commands.pdf", "page=1"],
  [
    "difference between the preparatory command and the command of execution",
    "orders-and-commands.pdf",
    "page=2",
  ],
  ["why was the snake dance given its name", "snake-dance.pdf", "page=2"],
  ["how does the chain of dancers break at the end", "snake-dance.pdf", "page=4"],
  ["why do aspen leaves move in the slightest wind", "leaves.pdf", "page=4"],
  ["what is chlorophyll", "leaves.pdf", "page=7"],

  ["how long is the blade of the bayonet and what does it weigh", "bayonet.docx", "The bayonet"],
  ["where do you put your feet at the command guard", "bayonet.docx", "Instruction without the rifle"],
  ["where is the flag kept when it is not in use in camp", "the-color.docx", "The color"],
  ["who carries the national color and who the regimental one", "the-color.docx", "The color guard"],
  ["what fabric and gold thread does Leek embroidery use", "embroidery.docx", "Leek embroidery"],
  [
    "which single stitch is all of the Oriental embroidery worked in",
    "embroidery.docx",
    "Oriental embroidery",
  ],
  ["should a business letter be long or short", "business-woman.docx", "Business letters"],
  ["why are girls and women paid so poorly for their work", "business-woman.docx", "Why business"],

  ["does the crawler wait between requests and obey robots.txt", "pulled-sources.pptx", "slide=1"],
  ["can a source read a server in my private network", "pulled-sources.pptx", "slide=2"],
  ["how is the quality of a memory computed from ups and downs", "memories.pptx", "slide=1"],
  ["bring back a memory that I forgot yesterday", "memories.pptx", "slide=6"],
  ["which transcript does the hook read when a session ends", "hooks.pptx", "slide=3"],
  ["does a failing hook stop the agent", "hooks.pptx", "slide=5"],
  ["what happens to searches when the re-ranking model hangs", "operations.pptx", "slide=5"],
  ["switch to another embedding model without downtime", "operations.pptx", "slide=7"],

  ["when does Nebraska celebrate Arbor Day and since when", "arbor-day-states.xlsx", "sheet=Observance"],
  ["years until a black walnut can be felled", "arbor-day-states.xlsx", "sheet=Growth"],
  ["diameter of Saturn", "space.xlsx", "sheet=Planets"],
  ["where did Apollo 15 land and who was its commander", "space.xlsx", "sheet=Moon%20landings"],
  [
    "which error code says that the place in the change feed is too old",
    "error-codes.xlsx",
    "sheet=Error%20codes",
  ],
  [
    "which degraded code says that the embedding model was too slow",
    "error-codes.xlsx",
    "sheet=Degraded%20codes",
  ],
  [
    "setting for how many model calls all workspaces may make a day",
    "worker-settings.xlsx",
    "sheet=Variables",
  ],
  ["which binding holds the queue", "worker-settings.xlsx", "sheet=Bindings"],

  ["what are raincloaks, sails and chopsticks made of in China", "bamboo.odt", "What one tree is worth"],
  ["poem about climbing higher than Jack and the Beanstalk", "bamboo.odt", "The popular poplar tree"],
  ["who is called the father of Arbor Day", "arbor-day.odt", "Origin of Arbor Day"],
  ["what does a tree do with an acorn's first leaves", "arbor-day.odt", "About trees"],
  ["what went wrong with the flute in the amateur performance", "dickens-orchestras.odt", "Violin and kit"],
  ["which instruments did the band at Trotty Veck's party have", "dickens-orchestras.odt", "Orchestras"],
  ["how did Dickens find the title of The Chimes", "dickens-bells.odt", "Bells"],
  ["who plays with handcuffs like castanets", "dickens-bells.odt", "Comparisons"],

  [
    "how was it found out that salmon return to the river where they were bred",
    "compleat-angler.epub",
    "chapter=2",
  ],
  ["can frogs kill carp in a pond", "compleat-angler.epub", "chapter=3"],
  ["why did the mermaid ask the captain to raise his anchor", "cornish-legends.epub", "chapter=1"],
  ["how was tin discovered in Cornwall", "cornish-legends.epub", "chapter=3"],
  ["how did the women in red cloaks defeat the French landing", "welsh-legends.epub", "chapter=3"],
  ["what trick did old Megan play with a dog and a crust", "welsh-legends.epub", "chapter=2"],
  ["how did Black Cat cross the water on the snail's back", "passamaquoddy-stories.epub", "chapter=1"],
  ["how do you light the fires that the wolf gave", "passamaquoddy-stories.epub", "chapter=2"],

  ["is clay soil a good ground for a camp", "camp-sites.html", "The selection of camp sites"],
  ["where along the stream should drinking water be drawn", "camp-sites.html", "Old camp sites"],
  ["how should an organist choose voluntaries", "church-organist.html", "Practice and playing"],
  ["does an organ player need a great gift for music", "church-organist.html", "Beginning"],
  ["difference between a forest and a woodland", "forestry.html", "Forestry and the need of it"],
  ["what does it mean when the oak is out before the ash", "forestry.html", "Tree weather proverbs"],

  ["the boy's boots are too small and ruin his feet", "letters-about-carl.mbox", "message=1"],
  [
    "how should Carl's fingering and mistakes be treated in piano lessons",
    "letters-about-carl.mbox",
    "message=2",
  ],
  ["looking for a few rooms to rent at Michaelmas", "beethoven-letters.mbox", "message=9"],
  ["a hundred impressions of a small plate", "beethoven-letters.mbox", "message=4"],
];
