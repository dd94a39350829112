import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesFor } from '#api/limits/connections.ts'
import { StartRefused } from '#commands/log/start-refused.ts'
import { roomForConnections } from '#scripts/start/open-files.ts'

const ROOT = join(import.meta.dirname, '..', '..')

test('a start says how many connections there is room for where they are few', () => {
  expect(roomForConnections(filesFor())).toBeUndefined()
  expect([20_000, Number.POSITIVE_INFINITY].map((files) => roomForConnections(files))).toEqual([undefined, undefined])
  expect(roomForConnections(4_096)).toMatch(/^there is room for 1548 connections: this process may open 4096 files/)
})

test('a start under a limit that would serve nobody is refused, with what to do', () => {
  expect(() => roomForConnections(filesFor(100) - 1)).toThrow(StartRefused)
  const start = `ulimit -n 900 && exec '${process.execPath}' scripts/bootstrap.mjs start`
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], TMPDIR: process.env['TMPDIR'] }
  const { status, stdout, stderr } = spawnSync('sh', ['-c', start], { cwd: ROOT, env, encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stdout + stderr).toContain('This process may open 900 files')
  expect(stdout + stderr).toContain('ulimit -n 21000')
  expect(stdout).not.toContain('Database')
})
