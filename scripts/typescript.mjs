// Lets Node run a program written in TypeScript. Plain JavaScript, as it runs before that:
// `node --import ./scripts/typescript.mjs program.ts`.
// The program and all of ours that it imports become one module in memory, and one more for each part that it imports only
// when it needs it. They are made anew at every start: nothing is kept that could be stale, that somebody else could have
// put there, or that a full disk could cut. Packages stay as they are.
import { build, stop } from 'esbuild'
import { readFile } from 'node:fs/promises'
import { register } from 'node:module'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Each file goes on knowing its own place, which in one module would be the program's. */
const places = {
  name: 'places',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const place = { dirname: dirname(path), filename: path, url: pathToFileURL(path).href }
      const text = await readFile(path, 'utf8')
      const contents = text.replace(/\bimport\.meta\.(dirname|filename|url)\b/g, (_, name) =>
        JSON.stringify(place[name]),
      )
      return { contents, loader: 'ts' }
    }),
}

const program = process.argv[1]
const { outputFiles } = await build({
  ...{ entryPoints: [program], bundle: true, splitting: true, packages: 'external', plugins: [places] },
  ...{ platform: 'node', target: `node${process.versions.node}`, format: 'esm' },
  // Where an error was made is told by file and line of ours.
  ...{ sourcemap: 'inline', sourcesContent: false },
  ...{
    write: false,
    outdir: dirname(program),
    outExtension: { '.js': '.ts' },
    allowOverwrite: true,
    logLevel: 'silent',
  },
})
await stop()
process.setSourceMapsEnabled(true)
const made = new Map(outputFiles.map(({ path, contents }) => [pathToFileURL(path).href, contents]))
register('./typescript-modules.mjs', import.meta.url, { data: made })
