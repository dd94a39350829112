import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createCodec } from '#commands/log/codec.ts'
import { NO_STREAM } from '#commands/log/event-log.ts'
import { PersonErasedError, PersonKeyMissing, WrongPersonKey } from '#commands/log/keys.ts'
import { createPostgresKeys } from '#commands/log/postgres/keys.ts'
import { personalText, withFacts } from '#domain/kernel/event-table.ts'
import { plainErrorText } from '#domain/kernel/plain-error.ts'
import { AT, command } from '#tests/support/command.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { testSecrets } from '#tests/support/test-secrets.ts'

const WRAPPING = Buffer.alloc(32, 7)

async function keysOf(known: readonly string[]) {
  const database = await freshDatabase()
  const pool = new pg.Pool({ connectionString: database.appUrl, max: 2 })
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 })
  onTestFinished(async () => {
    await Promise.all([pool.end(), owner.end()])
    await database.drop()
  })
  const asked: string[] = []
  const isKnown = async (person: string) => (asked.push(person), known.includes(person))
  // Each as a process that has just begun: nothing in memory.
  const open = () => createPostgresKeys(pool, WRAPPING, Date.now, isKnown)
  const rows = async () =>
    (await owner.query<{ person_id: string }>('select person_id from person_key order by 1')).rows.map(
      ({ person_id: person }) => person,
    )
  return { open, owner, asked, rows }
}

test('whoever the portal knows gets no second key when the first is missing', async () => {
  const { open, rows, asked } = await keysOf(['ada'])
  await expect(open().getOrCreate('ada')).rejects.toThrow(PersonKeyMissing)
  await expect(open().getOrCreate('ada')).rejects.toThrow('person ada is missing')
  expect(await rows()).toEqual([])
  await open().getOrCreate('bola')
  expect(await rows()).toEqual(['bola'])
  expect(asked).toEqual(['ada', 'ada', 'bola'])
})

test('whoever has a key, or had one that was destroyed, is not asked about', async () => {
  const { open, asked } = await keysOf(['ada', 'bola'])
  const keys = open()
  await keys.destroy('bola')
  await expect(keys.getOrCreate('bola')).rejects.toThrow(PersonErasedError)
  await keys.getOrCreate('carol')
  await open().getOrCreate('carol')
  expect(asked).toEqual(['carol'])
})

test('a stored key that is not what was written says whose it is and what to do', async () => {
  const { open, owner } = await keysOf([])
  await open().getOrCreate('ada')
  for (const garbage of ['\\x0011', `\\x${'00'.repeat(60)}`]) {
    await owner.query('update person_key set wrapped_key = $1', [garbage])
    await expect(open().load(['ada'])).rejects.toThrow(WrongPersonKey)
    await expect(open().load(['ada'])).rejects.toThrow('with the key of person ada: restore')
  }
})

test('what another key cannot read says where it is, whose it is and what to do, and nothing of it', async () => {
  const { open } = await keysOf([])
  const table = { NoteTaken: withFacts(z.object({ text: personalText(z.string(), 'of'), of: z.string() }), {}) }
  const codec = createCodec(table, open(), testSecrets())
  const events = [{ type: 'NoteTaken', data: { text: 'Coughs since May', of: 'ada' } }]
  const [event] = await codec.encode('note-1', { revision: NO_STREAM, hash: '' }, events, command('Note', {}))
  if (event === undefined) throw new Error('Nothing stored')
  const stored = { ...event, position: 7, stream: 'note-1', revision: 0, recordedAt: AT }
  const failed = await Promise.resolve()
    .then(() => codec.decode(stored, new Map([['ada', Buffer.alloc(32, 1)]])))
    .catch((error: unknown) => error)
  expect(plainErrorText(failed)).toBe(
    'WrongPersonKey: text of NoteTaken at position 7 (event 0 of note-1) cannot be decrypted with the key of person ' +
      'ada: restore their row of the table person_key from a backup',
  )
})
