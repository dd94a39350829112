import { createPublicKey, type KeyObject, randomBytes } from 'node:crypto'
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { inject } from 'vitest'
import { createHandler } from '#commands/handle.ts'
import { createCodec } from '#commands/log/codec.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import type { EventLog } from '#commands/log/event-log.ts'
import { createMemoryKeys } from '#commands/log/memory/keys.ts'
import { createMemoryLog } from '#commands/log/memory/log.ts'
import { SEAL_STREAM, SEAL_TYPE, sealKeyFrom, signSeal } from '#commands/log/seals/seal.ts'
import { allEvents } from '#domain/events.ts'
import { Seal } from '#domain/seal/events.ts'
import type { About } from '#scripts/bundle/about.ts'
import { makeBundle } from '#scripts/bundle/make-bundle.ts'
import { sealedOver } from '#tests/commands/log/seals/sealed-over.ts'
import { writeHistory } from '#tests/commands/log/seals/sealed-log.ts'
import { command } from '#tests/support/command.ts'
import { followUntil } from '#tests/support/stored-events.ts'
import { testSecrets } from '#tests/support/test-secrets.ts'

/** A log whose seals tests set, in memory with its clock where none is given. */
export async function openSealedBook(given?: EventLog) {
  let now = '2026-03-01T09:00:00.000Z'
  const log = given ?? createMemoryLog({ now: () => new Date(now) })
  const keys = createMemoryKeys()
  const domainLog = createDomainLog(log, createCodec(allEvents, keys, testSecrets()), keys)
  const privateKey = sealKeyFrom(randomBytes(32))
  const folder = await mkdtemp(join(inject('runDir'), 'bundle-'))
  const seals = async () => (await domainLog.read(SEAL_STREAM)).map(({ event }) => Seal.parse(event.data))
  const publicKey = createPublicKey(privateKey)
  const checker = startChecker(folder)
  return {
    ...{ log, privateKey, publicKey, folder, seals },
    check: (content: string | Buffer, ...keys: readonly KeyObject[]) =>
      checker.check(content, keys.length === 0 ? [publicKey] : keys),
    async end(): Promise<void> {
      checker.end()
      await log.close()
    },
    /** A history of 22 events of its own, recorded at this time. */
    async write(name: string, at = now): Promise<void> {
      now = at
      await writeHistory({ handler: createHandler(domainLog) }, name)
    },
    async seal(): Promise<void> {
      const number = (await seals()).length + 1
      const head = await log.head()
      const events = await followUntil(log, 0, (seen) => (seen.at(-1)?.position ?? 0) >= head)
      const data = signSeal(privateKey, number, sealedOver(events), now)
      const end = (await domainLog.read(SEAL_STREAM)).at(-1)
      const before = { revision: number - 2, hash: end?.meta.hash ?? '' }
      await domainLog.append(SEAL_STREAM, before, [{ type: SEAL_TYPE, data }], command('SealLog', data))
    },
    bundle: (about: About) =>
      makeBundle({
        ...{ log, sealKeys: [publicKey], about, folder },
        table: { load: async () => undefined },
        report: () => undefined,
      }),
  }
}
export type SealedBook = Awaited<ReturnType<typeof openSealedBook>>

type Checked = { readonly about: About; readonly seal: Seal; readonly says: string; readonly isOldKey: boolean }
type Found = Checked | { readonly code: number; readonly message: string }

/** The program that an outsider gets. */
export const VERIFIER = new URL('../../../scripts/bundle/verify-bundle.mjs', import.meta.url)

/** What verify-bundle.mjs says of content: in one process for all, as each of its own takes its time to start. */
function startChecker(folder: string) {
  const program = new URL('check-program.mjs', import.meta.url).pathname
  const child = spawn(process.execPath, [program, VERIFIER.href], { stdio: ['pipe', 'pipe', 'inherit'] })
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async check(content: string | Buffer, keys: readonly KeyObject[]): Promise<Found> {
      const path = join(folder, 'changed.ndjson')
      await writeFile(path, content)
      const pem = keys.map((key) => String(key.export({ format: 'pem', type: 'spki' }))).join('')
      child.stdin.write(`${JSON.stringify({ path, pem })}\n`)
      const { value } = await answers.next()
      return JSON.parse(String(value)) as Found
    },
    end: () => child.stdin.end(),
  }
}

export const linesOf = async (path: string): Promise<string[]> => (await readFile(path, 'utf8')).trimEnd().split('\n')
export const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')
