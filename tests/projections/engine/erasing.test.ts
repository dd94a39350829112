import { expect, test } from 'vitest'
import { z } from 'zod'
import { createCodec } from '#commands/log/codec.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import { createMemoryKeys } from '#commands/log/memory/keys.ts'
import { createMemoryLog } from '#commands/log/memory/log.ts'
import { type EventsOf, personalText, withFacts } from '#domain/kernel/event-table.ts'
import { userEvents } from '#domain/people/user/events.ts'
import { define } from '#projections/engine/definition.ts'
import { handlers, type ReadModel } from '#projections/read-model.ts'
import { rebuild } from '#projections/rebuild.ts'
import { AT, command } from '#tests/support/command.ts'
import { dump, engineDatabase, running, untilAt } from './engine.ts'
import { testSecrets } from '#tests/support/test-secrets.ts'

/** A visit, about a patient and a doctor. */
const table = {
  VisitNoted: withFacts(
    z.object({
      visitId: z.string(),
      patientId: z.string(),
      complaint: personalText(z.string()),
      doctorId: z.string(),
      remark: personalText(z.string(), 'doctorId'),
    }),
    { subject: 'patientId' },
  ),
  UserErased: userEvents.UserErased,
}
type VisitEvent = EventsOf<typeof table>

type VisitRow = {
  id: string
  patient_id: string
  doctor_id: string
  complaint: string | null
  complaints: readonly string[]
  remark: string
  times: number
}
const visit: ReadModel<VisitRow> = {
  name: 'visit',
  revision: 1,
  temporal: true,
  columns: {
    id: 'text not null',
    patient_id: 'text not null',
    doctor_id: 'text not null',
    complaint: 'text',
    complaints: 'text[] not null',
    remark: 'text not null',
    times: 'integer not null',
  },
  key: ['id'],
  indexes: ['(patient_id, id)', '(doctor_id)'],
  personal: [
    { of: 'patient_id', columns: { complaint: null, complaints: [] } },
    { of: 'doctor_id', columns: { remark: '' } },
  ],
  on: handlers<VisitRow, VisitEvent>({
    VisitNoted: ({ event: { data } }) => [
      {
        key: [data.visitId],
        fold: (row) => ({
          id: data.visitId,
          patient_id: data.patientId,
          doctor_id: data.doctorId,
          complaint: data.complaint,
          complaints: [...(row?.complaints ?? []), data.complaint],
          remark: data.remark,
          times: (row?.times ?? 0) + 1,
        }),
      },
    ],
  }),
}

/** That somebody has been seen at all: nothing is left of it. */
const seen: ReadModel<{ patient_id: string; last: string }> = {
  name: 'seen',
  revision: 1,
  temporal: true,
  columns: { patient_id: 'text not null', last: 'text not null' },
  key: ['patient_id'],
  personal: [{ of: 'patient_id', columns: 'row' }],
  on: handlers<{ patient_id: string; last: string }, VisitEvent>({
    VisitNoted: ({ event: { data } }) => [
      { key: [data.patientId], fold: () => ({ patient_id: data.patientId, last: data.complaint }) },
    ],
  }),
}
const models = [visit, seen]

async function visits() {
  const keys = createMemoryKeys()
  const log = createDomainLog(createMemoryLog(), createCodec(table, keys, testSecrets()), keys)
  const database = await engineDatabase()
  const app = { appRole: new URL(database.appUrl).username, ...database }
  let head = { revision: -1, hash: '' }
  const say = async (...events: readonly VisitEvent[]) => {
    const appended = await log.append('visit-all', head, events, command('Say', {}))
    head = appended.head
    return appended.position
  }
  const note = (visitId: string, patientId = 'ngozi', doctorId = 'bola'): VisitEvent => ({
    type: 'VisitNoted',
    data: { visitId, patientId, doctorId, complaint: `says ${patientId}`, remark: `writes ${doctorId}` },
  })
  const erase = (userId: string): VisitEvent => ({
    type: 'UserErased',
    data: { userId, by: 'operator', at: AT, reason: 'asked' },
  })
  return { keys, log, database, app, say, note, erase, dumped: () => dump(database.pool, models) }
}

test('an erased person’s columns are emptied, in rows that serve and in their past, and nobody else’s', async () => {
  const { log, database, say, note, erase, dumped } = await visits()
  running(database, { log, models })
  const before = await say(note('v-1'), note('v-1'), note('v-2', 'ada'), note('v-3', 'ngozi', 'ada'))
  await untilAt(database.pool, models, before)
  expect(JSON.stringify(await dumped())).toContain('says ngozi')

  await untilAt(database.pool, models, await say(erase('ngozi')))
  const tables = await dumped()
  expect(JSON.stringify(tables)).not.toContain('says ngozi')
  expect(tables['visit']).toMatchObject([
    { id: 'v-1', complaint: null, complaints: [], remark: 'writes bola', times: 2 },
    { id: 'v-2', complaint: 'says ada', complaints: ['says ada'], remark: 'writes bola' },
    { id: 'v-3', complaint: null, remark: 'writes ada' },
  ])
  expect(tables['visit_history']).toMatchObject([{ id: 'v-1', complaint: null, complaints: [], remark: 'writes bola' }])
  expect([...(tables['seen'] ?? []), ...(tables['seen_history'] ?? [])]).toMatchObject([{ patient_id: 'ada' }])

  // Whoever is a patient here and a doctor there is erased in both.
  await untilAt(database.pool, models, await say(erase('ada')))
  const left = await dumped()
  expect(left['visit']).toMatchObject([{}, { complaint: null, remark: 'writes bola' }, { remark: '' }])
  expect(JSON.stringify(left)).not.toMatch(/says|writes ada/)
})

test('nothing personal of them is folded again, whatever key a process still holds', async () => {
  const { log, database, say, note, erase, dumped } = await visits()
  const first = running(database, { log, models })
  // In one batch with the end, and after it; the key is never destroyed here.
  await untilAt(database.pool, models, await say(note('v-1'), erase('ngozi'), note('v-1'), note('v-2')))
  await untilAt(database.pool, models, await say(note('v-2'), note('v-3', 'ada')))
  await first.stop()
  running(database, { log, models })
  await untilAt(database.pool, models, await say(note('v-4')))
  const tables = await dumped()
  expect(JSON.stringify(tables)).not.toContain('says ngozi')
  expect(JSON.stringify(tables)).toContain('says ada')
  expect(tables['visit']).toHaveLength(4)
})

test.each(['kept', 'destroyed'])('a rebuild comes out the same while the key is %s', async (key) => {
  const { keys, log, database, app, say, note, erase, dumped } = await visits()
  running(database, { log, models })
  const all = [note('v-1'), note('v-1', 'ngozi', 'ada'), note('v-2', 'ada'), erase('ngozi'), note('v-1'), note('v-3')]
  await untilAt(database.pool, models, await say(...all))
  const live = await dumped()
  if (key === 'destroyed') await keys.destroy('ngozi')
  for (const cellsInMemory of [undefined, 1]) {
    // As on a database that was restored: nobody is known to be erased but by the log.
    await database.pool.query('delete from erased_person')
    const options = { log, models, ...app, ...(cellsInMemory === undefined ? {} : { cellsInMemory }) }
    expect(await rebuild(options)).toMatchObject({ built: ['visit', 'seen'] })
    expect(await dumped()).toEqual(live)
    const { rows } = await database.pool.query('select person_id from erased_person')
    expect(rows).toEqual([{ person_id: 'ngozi' }])
  }
})

test('without the key a row holds nothing in place of what it held, before the end is met', async () => {
  const { keys, log, database, say, note } = await visits()
  const head = await say(note('v-1'))
  await keys.destroy('ngozi')
  running(database, { log, models: [visit] })
  await untilAt(database.pool, [visit], head)
  const { rows } = await database.pool.query('select complaint, remark from visit')
  expect(rows).toEqual([{ complaint: null, remark: 'writes bola' }])
})

test.each([
  ['a person’s column that is not there', { of: 'nobody', columns: {} }, 'has no column nobody'],
  ['a column that is not there', { of: 'id', columns: { nothing: null } }, 'has no column nothing'],
  ['null where it must not be', { of: 'id', columns: { remark: null } }, 'cannot empty remark'],
  ['the key', { of: 'patient_id', columns: { id: '' } }, 'cannot empty id'],
  ['a person whose rows nothing finds', { of: 'remark', columns: { complaint: null } }, 'needs an index'],
])('a model that would empty %s is refused', (_, part, why) => {
  expect(() => define({ ...visit, personal: [part] })).toThrow(why)
})
