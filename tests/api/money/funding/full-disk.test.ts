import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'

let demo: DemoApp
let admin: Caller
let owner: pg.Client
beforeAll(async () => {
  demo = await startDemoApp()
  admin = await demo.as('FUND_ADMIN')
  owner = new pg.Client(demo.database.ownerUrl)
  await owner.connect()
  await owner.query(`
    create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`)
})
afterAll(async () => {
  await owner.end()
  await demo.end()
})

const give = async (key: string) => admin.post('/api/pool/credit', { benefactor: 'A friend', credit: '312.45' }, key)
const withoutRoomFor = async <T>(type: string, work: () => Promise<T>): Promise<T> => {
  await owner.query(
    `create trigger no_room before insert on event_log for each row when (new.type = '${type}') execute function no_room()`,
  )
  try {
    return await work()
  } finally {
    await owner.query('drop trigger no_room on event_log')
  }
}
const bookings = async () =>
  (await owner.query(`select from event_log where type = 'WalletCredited' and data like '%31245%'`)).rowCount ?? 0

/** A gift is three appends, each of which may find the disk full; after the last but one the money has moved. */
test.each(['PoolCreditRequested', 'WalletCredited', 'FundingCompleted'])(
  'a disk that is full when %s is due: nobody is told that nothing was done, and the same key gives one booking',
  async (type) => {
    const before = await bookings()
    const answer = await withoutRoomFor(type, async () => give(`full at ${type}`))
    expect(answer.statusCode).toBe(507)
    expect(answer.headers['retry-after']).toBe('60')
    const { message } = answer.json<{ message: string }>()
    expect(message).not.toMatch(/nothing was/i)
    expect(message).toContain('Sending it again is safe: nothing is saved twice.')

    expect((await give(`full at ${type}`)).statusCode).toBe(200)
    expect((await give(`full at ${type}`)).statusCode).toBe(200)
    expect(await bookings()).toBe(before + 1)
  },
)
