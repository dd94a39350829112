import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasePerson } from '#api/people/erasure/erase-person.ts'
import { createPostgresKeys } from '#commands/log/postgres/keys.ts'
import { createHandler } from '#commands/handle.ts'
import { createCodec } from '#commands/log/codec.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import type { EventLog } from '#commands/log/event-log.ts'
import { allEvents } from '#domain/events.ts'
import { demoPatient } from '#tests/api/money/billing/hospital.ts'
import { DOCUMENT_COLUMNS, type KeptRow } from '#api/documents/document-row.ts'
import { command } from '#tests/support/command.ts'
import { addDocument } from '#tests/support/document-rows.ts'
import { type HeldPortal, openHeldPortal } from './held-portal.ts'

// What looks like a change and is none: it would close a whole portal. Its read models stand still meanwhile.
let portal: HeldPortal
beforeAll(async () => {
  portal = await openHeldPortal()
  await portal.settle()
  await portal.stop()
})
afterAll(() => portal.end())

test('an upload that was cut before its file was kept', async () => {
  const { rows } = await portal.pool.query<KeptRow>(
    `select ${DOCUMENT_COLUMNS} from document where state = 'attached' limit 1`,
  )
  const [attached] = rows
  if (attached === undefined) throw new Error('No document is attached')
  const cut = { ...attached, id: randomUUID(), sha256: 'c'.repeat(64), state: 'loose' } as const
  await addDocument({ pool: portal.pool, rowMacs: portal.demo.context.rowMacs }, cut)
  const { differences, notes } = await portal.verify()
  expect(differences).toEqual([])
  expect(notes).toContainEqual(expect.stringMatching(/^1 uploads that no bill has yet do not open/))
})

test('somebody who is erased while read models are held against the log, and have not come to it', async () => {
  const { demo, log, pool, secrets } = portal
  const keys = createPostgresKeys(pool, secrets.wrappingKey, Date.now)
  const handler = createHandler(createDomainLog(log, createCodec(allEvents, keys, secrets), keys))
  const personId = demoPatient()
  const parts = { ...demo.context, pool, keys, handler, requestKeys: { forgetCaller: async () => undefined } }
  // The documents are reached over connections that the portal has ended: it is cut there.
  const erase = () =>
    erasePerson(parts, command('ErasePerson', { personId, reason: 'Request 12' })).catch(() => undefined)
  let erased = 0
  const erasing: EventLog = {
    ...log,
    async *follow(after, signal) {
      for await (const batch of log.follow(after, signal)) {
        if (after === 0 && erased === 0) await erase().then(() => (erased += 1))
        yield batch
      }
    },
  }
  expect((await portal.verify({ log: erasing })).differences).toEqual([])
  expect(erased).toBe(1)
  // And of one that was cut, at every later look.
  expect((await portal.verify()).differences).toEqual([])
  await keys.destroy(personId)
  expect((await portal.verify()).differences).toEqual([])
})
