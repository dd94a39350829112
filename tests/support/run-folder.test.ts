import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, inject, test } from 'vitest'
import { madeIn, removeLeftovers } from '#scripts/own-folder.ts'
import { withMemoryIn } from '#scripts/test/memory-folder.ts'

const running: ChildProcess[] = []
afterEach(() => running.splice(0).forEach((child) => child.kill('SIGKILL')))

/** A checkout in which a run with this pid has made its folder. */
async function leave(root: string, pid: number) {
  const folder = join(root, '.run', `${pid}-run`)
  await mkdir(madeIn(folder), { recursive: true })
  await writeFile(join(folder, 'file'), 'left')
  return folder
}
const endedPid = () => spawnSync(process.execPath, ['--version']).pid

/** A program that waits with the folder in memory, once it has written there. */
async function startIn(folder: string): Promise<ChildProcess> {
  const [program, ...args] = withMemoryIn(folder, [
    'sh',
    '-c',
    `echo kept > ${folder}/file; echo ready; exec sleep 600`,
  ])
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  running.push(child)
  await once(child.stdout, 'data')
  return child
}

test('what a killed run has left goes, with the programs that have its folder in memory; nothing of one that runs', async () => {
  const root = await mkdtemp(join(inject('runDir'), 'root-'))
  const [killed, alive] = [await leave(root, endedPid()), await leave(root, process.pid)]
  const [left, kept] = [await startIn(madeIn(killed)), await startIn(madeIn(alive))]
  const isInMemory = (await readFile(join(madeIn(killed), 'file'), 'utf8').catch(() => 'none')) === 'none'
  const ended = isInMemory ? once(left, 'exit') : undefined
  await removeLeftovers(root)
  await expect(access(killed)).rejects.toThrow('ENOENT')
  await access(join(alive, 'file'))
  expect((await ended)?.[1]).toBe(isInMemory ? 'SIGKILL' : undefined)
  expect(kept.exitCode ?? kept.signalCode).toBe(null)
})
