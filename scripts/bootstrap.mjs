// The one file that runs before anything is installed: plain JavaScript, nothing but Node.
import { createHash } from 'node:crypto'
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(fileURLToPath(import.meta.url), '..', '..')
const modules = join(root, 'node_modules')
const stamp = join(modules, '.installed-lock')
/** Which process installs, and when it began: beside the folder that an install empties. */
const note = join(root, '.installing')
const WANTED = [20, 19]

/** What runs once everything is there, and whether it needs the development packages. */
const commands = {
  start: { script: 'scripts/start.ts', development: false },
  test: { script: 'scripts/test.ts', development: true },
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > WANTED[0] || (major === WANTED[0] && minor >= WANTED[1])) return
  console.error(`This needs Node ${WANTED.join('.')} or newer; ${process.execPath} is ${process.versions.node}`)
  process.exit(1)
}

/** Installed by hand counts too: npm writes its own list last, so that one is newer than the lock file it was made from. */
function isInstalled(wanted) {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true
  const list = join(modules, '.package-lock.json')
  if (existsSync(stamp) || !existsSync(list)) return false
  return statSync(list).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs
}

/** When a process began, as its system tells it: no later one with its pid has the same. Empty when there is none. */
function beginningOf(pid) {
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-p', String(pid), '-o', 'lstart='], { encoding: 'utf8' }).trim()
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is a name in brackets that may hold anything; a zombie has ended.
    const [state, ...fields] = line.slice(line.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? '' : (fields[18] ?? '')
  } catch {
    return ''
  }
}

const isStill = ({ pid, began }) => began !== '' && beginningOf(pid) === began

/** Ends an install and everything that it has started. */
function endInstall(pid) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

/**
 * Two at once would each remove what the other one writes. One that another start waits for is waited for; one whose start
 * was killed goes on by itself, and is ended.
 */
async function meetOtherInstall() {
  for (let told; existsSync(note); await delay(100)) {
    const { npm, start } = readNote()
    if (isStill(start)) {
      if (told === undefined) console.log(`Waits for the install of another start (process ${start.pid}) ...`)
      told = true
      continue
    }
    if (isStill(npm)) {
      console.log(`Ends an install that an earlier start has left behind (process ${npm.pid}) ...`)
      endInstall(npm.pid)
      while (isStill(npm)) await delay(50)
    }
    rmSync(note, { force: true })
  }
}

function readNote() {
  const nobody = { pid: 0, began: '' }
  try {
    return { npm: nobody, start: nobody, ...JSON.parse(readFileSync(note, 'utf8')) }
  } catch {
    return { npm: nobody, start: nobody }
  }
}

/** In a group of its own, so that it ends as a whole, with whoever waits for it. Gives why it failed. */
async function runInstall(program, args) {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], detached: true })
  const ended = new Promise((resolve) => {
    child.once('error', ({ message }) => resolve(`: ${message}`))
    child.once('exit', (code, signal) => resolve(code === 0 ? undefined : ` (${signal ?? `exit code ${code}`})`))
  })
  const leave = (code) => {
    if (child.pid !== undefined) endInstall(child.pid)
    rmSync(note, { force: true })
    process.exit(code)
  }
  const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }
  const listeners = Object.entries(codes).map(([name, code]) => [name, () => leave(code)])
  for (const [name, listener] of listeners) process.on(name, listener)
  const told = (pid) => ({ pid, began: beginningOf(pid) })
  writeFileSync(note, JSON.stringify({ npm: told(child.pid), start: told(process.pid) }))
  const why = await ended
  for (const [name, listener] of listeners) process.removeListener(name, listener)
  rmSync(note, { force: true })
  return why
}

async function install({ development }) {
  await meetOtherInstall()
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const omitsDevelopment = !development && process.env.NODE_ENV === 'production'
  const wanted = omitsDevelopment ? `${lock} without development packages` : lock
  const hasMore = omitsDevelopment && isInstalled(lock)
  // Of an install by hand, nothing says whether it left the development packages out but their absence.
  const lacksDevelopment = development && !existsSync(join(modules, 'vitest'))
  if (lacksDevelopment || (!hasMore && !isInstalled(wanted))) {
    console.log('Installing packages (npm ci); this takes a minute the first time ...')
    const args = ['ci', '--no-audit', '--no-fund', omitsDevelopment ? '--omit=dev' : '--include=dev']
    const npm = process.env.npm_execpath
    const run = npm?.endsWith('.js') ? [process.execPath, [npm, ...args]] : ['npm', args]
    const why = await runInstall(run[0], run[1])
    if (why !== undefined) {
      console.error(`npm ci failed${why}`)
      process.exit(1)
    }
    try {
      writeFileSync(stamp, wanted)
    } catch (error) {
      console.error(`${stamp} cannot be written (${error.message}): see that there is room, and that it is yours`)
      process.exit(1)
    }
  }
}

const name = process.argv[2] ?? ''
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (command === undefined) {
  console.error(`Usage: node scripts/bootstrap.mjs <${Object.keys(commands).join('|')}> [arguments]`)
  process.exit(2)
}
checkNode()
await install(command)
process.argv.splice(1, 2, join(root, command.script))
process.chdir(root)
// In this same process, so that Ctrl-C and signals reach the one who must act on them.
await import('./typescript.mjs')
await import(pathToFileURL(join(root, command.script)).href)
