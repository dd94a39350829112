import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type HeldPortal, openHeldPortal, placesOf } from './held-portal.ts'

// The row of a read model says by which version, and around what, its tables were made: who could change it would hide rows of it.
let portal: HeldPortal
beforeAll(async () => {
  portal = await openHeldPortal()
  await portal.settle()
  await portal.stop()
})
afterEach(() => portal.putBack())
afterAll(() => portal.end())

const FORGED = 'update posting set amount = amount + 1'
const ofPosting = (change: string) => `update read_model set ${change} where name = 'posting'`

test.each([
  ofPosting('revision = 2147483647'),
  ofPosting(`fingerprint = 'x'`),
  ofPosting(`shape = 'x'`),
  ofPosting(`skipped = '{5}'`),
  ofPosting('decided = 5'),
  `delete from read_model where name = 'posting'`,
  `insert into read_model (name, revision, position, fingerprint) values ('zz', 1, 0, '')`,
  `insert into read_model_build (name, revision, position, head) values ('posting', 1, 0, 0)`,
  'update process_checkpoint set quiet_up_to = 9007199254740991',
  `update process_checkpoint set born_at = '9999-12-30'`,
  'delete from process_checkpoint',
])('app role: is refused: %s', async (statement) => {
  await expect(portal.edit(statement)).rejects.toThrow('permission denied')
})

test('app role: what it may write of a read model’s row hides no row of the model', async () => {
  for (const change of [`error = 'stopped'`, 'stopped_at = 9007199254740991', 'position = -1']) {
    await portal.edit(FORGED, ofPosting(change))
    expect(placesOf(await portal.verify())).toContainEqual(expect.stringMatching(/^read model posting/))
    await portal.putBack()
  }
})

test('owner: a shape that is another hides no row: what can be compared is compared', async () => {
  await portal.editAsOwner(ofPosting(`shape = 'x'`))
  const untouched = await portal.verify()
  expect(placesOf(untouched)).toEqual([])
  expect(untouched.unchecked.join()).not.toContain('read model')
  await portal.edit(FORGED)
  expect(placesOf(await portal.verify())).toContain('read model posting: posting.amount')
})

test.each([
  [
    'a newer version',
    ofPosting('revision = 2147483647'),
    /^The read model posting was not compared: revision 2147483647/,
  ],
  ['an older version', ofPosting('revision = -1'), /^The read model posting was not compared: revision -1/],
  ['another form', ofPosting(`fingerprint = 'x'`), /^The read model posting was not compared: revision/],
])('owner: tables that are said to be of %s are told as not checked', async (_what, statement, said) => {
  await portal.editAsOwner(statement)
  const { unchecked, notes } = await portal.verify()
  expect(unchecked).toContainEqual(expect.stringMatching(said))
  expect(notes.join()).not.toContain('not compared')
})

test('owner: tables with other columns are told as not checked, and the others are', async () => {
  await portal.editAsOwner('alter table posting alter column amount type numeric')
  const { unchecked, differences } = await portal.verify()
  await portal.editAsOwner('alter table posting alter column amount type bigint')
  expect(unchecked).toContain(
    'The read model posting was not compared: its tables have other columns than they were made with',
  )
  expect(differences).toEqual([])
})
