// Makes programs written in TypeScript into modules that Node runs. Plain JavaScript, as it runs before anything else of ours.
import { build, stop } from 'esbuild'
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const { dependencies, devDependencies } = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8'),
)

/** Made part of a program: hundreds of small files, each of which Node would look for, read and link by itself. */
const JOINED = ['kysely']

/**
 * A program goes on knowing the places of its files, which in one module would be the program's. esbuild names each, from
 * the folder that it runs in, before what it took from it; to hand each over to a plugin takes as long as all the rest.
 */
function withPlaces(text) {
  let place
  const asks = /^\/\/ (.+\.m?[jt]s)$|\bimport\.meta\.(dirname|filename|url)\b/gm
  return text.replace(asks, (found, file, name) => {
    if (name !== undefined) return JSON.stringify(place[name])
    const path = resolve(file)
    place = { dirname: dirname(path), filename: path, url: pathToFileURL(path).href }
    return found
  })
}

/**
 * The modules of these programs (paths), as they are now: one for each, one for what several have in common and one for each
 * part that is imported only when it is needed. Nothing is written: `path` is where it would be below `to`, as the program is
 * below `from`, with this extension.
 */
export async function makePrograms(programs, { from, to, extension }) {
  // Of its few megabytes none is worth looking for again: a third of its time.
  process.env.GOGC = 'off'
  try {
    const { outputFiles } = await build({
      ...{ entryPoints: programs, bundle: true, splitting: true },
      external: Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !JOINED.includes(name)),
      ...{ platform: 'node', target: `node${process.versions.node}`, format: 'esm' },
      // Where an error was made is told by file and line of ours.
      ...{ sourcemap: 'inline', sourcesContent: false },
      ...{ write: false, outbase: from, outdir: to, outExtension: { '.js': extension } },
      ...{ allowOverwrite: true, logLevel: 'silent' },
    })
    return outputFiles.map(({ path, text }) => ({ path, text: withPlaces(text) }))
  } finally {
    await stop()
    delete process.env.GOGC
  }
}
