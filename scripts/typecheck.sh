#!/bin/sh
# Checks the type comments of the page's scripts with TypeScript, which npx brings into
# its own cache: nothing of it comes into this folder.
#
# Usage: scripts/typecheck.sh
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
page=$root/protocol/web/page
if ! command -v npm >/dev/null; then
    echo "npm is not installed: the types are not checked"
    exit 0
fi
# The types of the libraries are those of the versions that the page has.
tools=${KAESHI_TYPES:-$(mktemp -d)}
test -n "${KAESHI_TYPES:-}" || trap 'rm -rf "$tools"' EXIT
if [ ! -d "$tools/node_modules/typescript" ]; then
    npm install --silent --no-save --no-audit --no-fund --prefix "$tools" typescript@7.0.2 preact@11.2.0 htm@3.1.1 >/dev/null || {
        echo "npm has no TypeScript for us: the types are not checked"
        exit 0
    }
fi
cat >"$tools/tsconfig.json" <<END
{
  "compilerOptions": {
    "allowJs": true, "checkJs": true, "noEmit": true, "strict": true, "skipLibCheck": true,
    "target": "es2022", "module": "es2022", "moduleResolution": "bundler", "lib": ["es2023", "dom", "dom.iterable"],
    "types": [], "typeRoots": [],
    "paths": {
      "preact": ["$tools/node_modules/preact/src/index.d.ts"],
      "preact/hooks": ["$tools/node_modules/preact/hooks/src/index.d.ts"],
      "htm": ["$tools/node_modules/htm/dist/htm.d.ts"]
    }
  },
  "files": ["$page/js/app.js", "$page/js/worker.js"]
}
END
"$tools/node_modules/.bin/tsc" --project "$tools/tsconfig.json"
echo "the types of protocol/web/page/js are right"
