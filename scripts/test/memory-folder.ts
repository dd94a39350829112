import { spawnSync } from 'node:child_process'
import { freemem } from 'node:os'

/** Several times what a whole run keeps at a time. */
const ROOM_BYTES = 6 * 1024 ** 3

/** A program and its arguments. */
type Call = readonly [program: string, ...args: string[]]

/**
 * The call with a folder of its own in memory, as whoever runs tests on Postgres makes some hundred databases of 380 files
 * and keeps none of them. Only that program and those it starts see it there, and it is gone with the last of them. The call
 * as it is where that cannot be: without root's rights, or without memory to spare.
 */
export function withMemoryIn(folder: string, call: Call): Call {
  const mount = `mount -t tmpfs -o size=${ROOM_BYTES},mode=0711,nodev,nosuid tests "$0" && exec "$@"`
  const inMemory = (inner: Call): Call => [
    'unshare',
    '--mount',
    '--propagation',
    'private',
    'sh',
    '-c',
    mount,
    folder,
    ...inner,
  ]
  if (freemem() < 2 * ROOM_BYTES) return call
  const [program, ...args] = inMemory(['true'])
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0 ? inMemory(call) : call
}
