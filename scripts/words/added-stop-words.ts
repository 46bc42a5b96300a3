// What the library's lists of words without content lack, and what they have too much.

/**
 * Forms of to be and to have, and question words, that the library's lists lack or spell in parts: in a question they are as
 * frequent as articles. None of the Spanish and Portuguese ones is an English stop word, which would hide that a query is
 * English.
 */
export const ADDED: Readonly<Record<string, string>> = {
  german: `welche welcher welches welchem welchen wieviel wie viele warum weshalb wohin woher womit wofür worüber wann wo wer
    wen wem wessen soll sollen muss müssen darf braucht brauchen bitte seitdem`,
  dutch: `waar wanneer waarom hoe hoeveel welk welke wie wat moet moeten mag mogen kan kunnen zijn worden heeft hebben had
    onze ons je jij jullie men deze daarna zij wij gaan gaat blijft staan staat`,
  swedish: `varför hur var när vilken vilket vilka måste`,
  danish: `hvorfor hvordan hvilken hvilket hvilke hvornår hvor mange skal må`,
  norwegian: `hvorfor hvordan hvilken hvilket hvilke når hvor mange må skal`,
  finnish: `minä sinä me te he minun sinun hänen meidän teidän heidän tämä tuo se nämä nuo ne tässä siinä missä mistä mihin
    milloin miksi miten kuka kenen kenelle keneltä mikä minkä millä mitä mitkä kuinka kauanko kauan usein onko ovatko voi
    voiko voit pitää pitäisi saa saako saada jos tai vai vaikka koska sillä siis kun niin vain myös vielä aina ei en et emme
    ette eivät olen olet olemme olette ole olisi oli oliko olivat minkälainen millainen minkään joku jokin jokainen kaikki
    joka jotka jonka jolla josta johon sitten ennen jälkeen kanssa ilman varten mukaan alla päällä vieressä vuoksi takia tätä
    näitä niitä siitä sen sitä nyt tällä sille`,
  french: `est-ce quel quelle quels quelles où quand comment pourquoi combien qui que quoi dont faut il elle ils elles on doit
    peut puis sont ont plus aussi très bien chaque tous toutes tout toute ce cet cette ces fait été être avoir avons avez jusqu
    jusque lors dès vers ils se sans sous`,
  spanish: `es son está están estaba fue fueron era eran ser estar hay hubo tiene tienen tengo puede puedo
    pueden cuánto cuánta cuántos cuántas cuándo dónde quiénes cuáles este esta estos estas esa esos esas aquel aquella
    aquellos aquellas nuestro nuestra nuestros nuestras qué cómo quién adónde hasta`,
  portuguese: `é são está estão estava foi foram era eram ser estar há houve tem têm tenho pode posso podem
    onde aonde quanto quanta quantos quantas quais faço que quem quando como porque por quê sobre para pelo pela entre sem até desde estes estas deste destes`,
  italian: `quali quale quanto quando dove come perché chi cosa sta stanno presso queste questi`,
  polish: `jaki jaka jakie jakich jakim jakie jakiej których której któremu którymi gdzie kiedy kto komu ile czy dlaczego
    czemu musi trzeba są jest być`,
  czech: `kde kdy kdo jak jaký jaká jaké jakých jakou který které kolik proč čím komu`,
  turkish: `hangi nerede nereye nasıl neden niçin kim kime kaç ne zaman mı mi mu mü var yok olan olarak içinde`,
  hungarian: `melyik mikor hol hova honnan miért hogyan kinek mit milyen mennyi`,
  vietnamese: `ai gì nào đâu bao nhiêu mấy thế khi sao ở là và của cho với có không được những các một này đó thì mà ra vào
    tại để về đến như`,
  russian: `сколько почему где куда откуда когда кто кого кому чей чья чьи какие какой какая какое каких каким какими каком
    какую каким который которая которые которых это эта эти этих зачем нужно надо можно нужен нужны по поводу чтобы если также`,
  ukrainian: `скільки чому де куди звідки коли хто кого кому чий які який яка яке яких яким якими якому якій яку щодо треба
    потрібно можна чи є щоб якщо також її його`,
  greek: `της τον την τους τις των του τα το τη στο στη στην στον στα στις στους ένα ένας μια μία που πού ποιος ποια ποιο ποιοι ποιες ποιου
    πότε πώς πως γιατί πόσο πόση πόσα πόσοι πόσες πόσων τι δεν δε μην μη θα να και με σε για από προς είναι ήταν έχει έχουν έχω έχουμε είχε
    είχαν αν όταν ότι όπως μας σας μου σου τους αυτό αυτή αυτός αυτά αυτές αυτοί εδώ εκεί πρέπει μπορεί μπορώ μπορούμε κάθε μέσα πάνω κάτω
    μετά πριν μέχρι χωρίς ή αλλά ούτε όλα όλοι όλες ακόμα ακόμη τώρα`,
  arabic: `توجد يوجد يمكنني يمكنك سيكون ستكون تكون لماذا ولماذا لدينا لديك اين الذين كيف متى كم هل من ما اي ماذا عند عن الى
    او هي هو هذه هذا فيه`,
  hebrew: `איפה מתי למה מדוע איך כמה מי מה איזה איזו אילו האם לאן מאין על ידי של את עם אל או כי גם רק לפי ליד בכל כל`,
  hindi: `कब कहाँ क्यों कैसे कितने कितना कितनी कौन कौनसा किस किन किसके किनके क्या है हैं था थे थी में से को का की के पर और सी
    सा से हो होता होती होते गया गई गए जाता जाती जाते लिए साथ पास तक अब यह वह उनका उनके उनकी`,
  thai: `อะไร ไหน อย่างไร เมื่อไร เมื่อไหร่ ทำไม ใคร ที่ไหน กี่ บ้าง หรือ ยัง หรือยัง ถึง เป็น อยู่ และ กับ ของ ที่ ใน ให้ ได้ จะ ต้อง
    แล้ว ว่า ไม่ มี ควร ด้วย`,
  chinese: `我们 你们 他们 她们 它们 什么 怎么 怎样 如何 为什么 什么时候 哪里 哪个 哪些 这个 那个 这些 那些 可以
    没有 以及 如果 因为 所以 但是 不是 就是 多少 过 过的 关于 请问 能不能 是否 哪儿 告诉 谁 几 吗 呢 要`,
  japanese: `何 なに なん いつ どこ 誰 だれ なぜ どう どうして どうやって どの どれ どちら どんな いくつ いくら あの
    あれ した てい くだ さい ください ました でした でしょう 教え 私`,
  korean:
    "수 있다 있는 있나요 있습니까 없다 없는 하다 하는 대한 대해 관한 그것 이것 저것 무엇 뭐 누가 어디서 하나요",
};

/** Nouns in the library's lists, mostly of newspapers: in a note they are what is sought. */
export const CONTENT: Readonly<Record<string, string>> = {
  german: `jahr jahre jahren tag tage tagen mensch menschen mann ende beispiel mittel morgen leicht recht rechte rechten rechter
    rechtes teil uhr zeit gott grosse großen kleine lang kurz sieben acht neun zehn elf drei vier fünf sechs welt heute ei "ei,"
    gute guter gutes gut bald hoch schlecht genug`,
  swedish: `dag dagar dagarna dagen nummer hundra hundraen hundraett god goda gott höger vänster tack hit enkel enkelt enkla långsam
    långsamt lätt nio sju sex tio tolv elva fem fyra tre två beslut beslutat bort`,
  danish: "mand hej okay fem fire otte seks syv tre kom lad lav tage",
  finnish:
    "vuonna vuoden vuosina vuodesta vuotta luvun luvulla kaudella kauden osa the of de mm teki ollut esimerkiksi",
  polish: "pan pana pani lat roku sposób dwa dwaj dwie dwoje jeden",
  czech: `ahoj článek článku články den dobrý téma strana zprávy deset dvacet tisíc sto sta šest sedm osm devět pět dva tři čtyři
    večer napište tipy hodně naproti`,
  hungarian: `cikk cikkek cikkeket fél fele felek ezer ezret balra jobbra bal jobb három hét hat kilenc nyolc öt tíz száz húsz négy
    harmadik hatodik hetedik nap napja búcsú viszlát köszönöm holnap holnapot nélkül kettő kettőt`,
  romanian: "bucur bună noroc timp vreme graţie cinci patru şapte şase zece trei două sută frumos halbă",
  turkish: `altı altmış beş bin doksan dokuz dört elli iki kırk milyar milyon on otuz sekiz seksen trilyon katrilyon üç yedi yetmiş
    yirmi yüz bana`,
  hebrew: "בוקר ערב יום שנה",
  hindi: "दिन साल वर्ष",
  arabic: "قوة زيارة لقاء نهاية صباح مساء سنة سنوات اليوم غدا الوقت مليون مليار",
  chinese: "年 月 日 时 分 秒 小",
  korean: "시간 시각 구토하다 토하다 도착하다 타인",
};
