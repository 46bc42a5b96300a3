/** What a push leaves out unless a `.recallignore` names it with `!`. In .gitignore's language, by name at any depth. */

/** The words of a text. */
const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== "");

/** Never pushed, whatever any file says: version control and our own tokens. */
export const NEVER: readonly string[] = [".git", ".hg", ".svn", ".jj", ".recall"];

export const HIDDEN: readonly string[] = [".*"];

const BUILD_OUTPUT = words(`
  node_modules/ bower_components/ dist/ build/ target/ coverage/ .next/ .nuxt/ .svelte-kit/ .turbo/
  .cache/ .gradle/ .terraform/ .wrangler/ .venv/ venv/ .tox/ __pycache__/ .mypy_cache/ .pytest_cache/
  .ruff_cache/
`);

const LOCK_FILES = words(`
  package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock Cargo.lock
  poetry.lock uv.lock Pipfile.lock Gemfile.lock composer.lock mix.lock pubspec.lock Podfile.lock
  flake.lock go.sum
`);

const MINIFIED = ["*.min.js", "*.min.mjs", "*.min.cjs", "*.min.css", "*.js.map", "*.mjs.map", "*.css.map"];

/** Editors and file managers leave these behind. */
const LEFTOVERS = ["*~", "*.swp", "*.swo", "*.tmp", "Thumbs.db", "desktop.ini", "._*"];

export const GENERATED: readonly string[] = [...BUILD_OUTPUT, ...LOCK_FILES, ...MINIFIED, ...LEFTOVERS];

/** Names that nearly always hold a secret: left out and named, so that nobody wonders. */
export const SECRETS: readonly string[] = words(`
  .env .env.* *.env !.env.example !.env.sample !.env.template .dev.vars* *.pem *.key *.p8 *.p12 *.pfx
  *.ppk *.jks *.keystore *.kdbx id_rsa* id_dsa* id_ecdsa* id_ed25519* credentials credentials.json
  credentials.yml credentials.yaml credentials.toml credentials.ini client_secret*.json
  service-account*.json service_account*.json signing-secret secrets.json secrets.yml secrets.yaml
  secrets.toml .netrc _netrc .npmrc .pypirc .pgpass .my.cnf .htpasswd .git-credentials .ssh/ .gnupg/ .aws/
`);

const BINARY_EXTENSIONS: ReadonlySet<string> = new Set(
  words(`
  png jpg jpeg gif webp avif bmp ico icns tif tiff heic psd
  mp3 m4a aac ogg oga opus flac wav wma aiff mid mp4 m4v mov mkv webm avi wmv flv mpg mpeg
  zip gz tgz bz2 xz zst lz4 7z rar tar jar war ear apk aab ipa deb rpm dmg iso img cab msi
  woff woff2 ttf otf eot
  exe dll so dylib a o lib bin class pyc pyo pyd wasm node elf ko
  pdf doc docx xls xlsx ppt pptx odt ods odp epub mobi djvu
  sqlite sqlite3 db db3 mdb parquet avro orc feather arrow npy npz pkl pickle h5 hdf5 pt pth onnx safetensors gguf ggml
  tflite blend fbx glb stl swf fla sketch fig xcf dwg
`),
);

/** The name alone says that the file is no text; it is not opened. */
export function isBinaryName(name: string): boolean {
  const dot = name.lastIndexOf(".");
  return dot > 0 && BINARY_EXTENSIONS.has(name.slice(dot + 1).toLowerCase());
}
