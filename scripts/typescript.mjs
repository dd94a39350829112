// Lets Node run a program written in TypeScript. Plain JavaScript, as it runs before that:
// `node --import ./scripts/typescript.mjs program.ts`.
// The program and all of ours that it imports become one module in memory, and one more for each part that it imports only
// when it needs it. They are made anew at every start: nothing is kept that could be stale, that somebody else could have
// put there, or that a full disk could cut.
import { register } from 'node:module'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { makePrograms } from './typescript-program.mjs'

const program = process.argv[1]
const folder = dirname(program)
const modules = await makePrograms([program], { from: folder, to: folder, extension: '.ts' })
process.setSourceMapsEnabled(true)
const made = new Map(modules.map(({ path, text }) => [pathToFileURL(path).href, text]))
register('./typescript-modules.mjs', import.meta.url, { data: made })
