import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HolidayDetail, HolidayView } from '#api/people/contracts/holiday.ts'
import { refusal } from '#tests/api/money/billing/hospital.ts'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'

const URL = '/api/holidays'
const CHRISTMAS = `${URL}/2026-12-25`

let demo: DemoApp
let admin: Caller
beforeAll(async () => {
  demo = await startDemoApp()
  admin = await demo.as('SUPER_ADMIN')
})
afterAll(() => demo.end())

const listed = async (query = '') =>
  (await admin.get(`${URL}${query}`)).json<{ data: { data: HolidayView[] } }>().data.data
const detailOf = async (day: string) => (await admin.get(`${URL}/${day}`)).json<{ data: HolidayDetail }>().data

test('an installation begins with the public holidays of two years', async () => {
  expect(await listed('?year=2026&search=independence')).toEqual([
    { day: '2026-10-01', weekday: 'Thursday', name: 'Independence Day', added_by: '', added_at: expect.any(String) },
  ])
  const [[latest], all] = [await listed('?per_page=1'), await listed('?year=2025&per_page=100')]
  expect([latest?.day, all.length]).toEqual(['2026-12-26', 13])
})

test('a holiday is added, renamed and removed, and every step is told by whom', async () => {
  const holiday = { day: '2027-05-29', name: 'Handing over' }
  const added = await admin.post(URL, holiday)
  expect(added.json()).toMatchObject({ message: 'The public holiday has been added', data: { id: holiday.day } })
  const { firstName, lastName } = admin.person
  const who = `${firstName} ${lastName}`
  expect(await listed('?search=handing')).toMatchObject([{ ...holiday, weekday: 'Saturday', added_by: who }])
  const { position } = added.json<{ data: { position: number } }>().data
  await admin.put(`${URL}/2027-05-29`, { name: 'Inauguration' })
  expect(await listed('?search=inaug')).toMatchObject([{ day: '2027-05-29', name: 'Inauguration' }])
  expect((await admin.delete(`${URL}/2027-05-29`)).json()).toMatchObject({
    message: 'The public holiday has been removed',
  })
  expect(await listed('?year=2027')).toEqual([])
  expect(await listed(`?year=2027&as_of_position=${position}`)).toMatchObject([{ name: 'Handing over' }])
  const permission = 'MANAGE_SITE_SETTING'
  expect(await detailOf('2027-05-29')).toMatchObject({
    ...{ day: '2027-05-29', name: 'Inauguration', is_removed: true },
    history: [
      { what: 'Removed', who, permission },
      { what: 'Renamed to Inauguration', who, permission },
      { what: 'Added as Handing over', who, permission },
    ],
  })
  expect((await admin.get(`${URL}/2027-05-30`)).statusCode).toBe(404)
})

test('what is not right is refused at its field', async () => {
  const add = async (day: string, name: string) => refusal(await admin.post(URL, { day, name }))
  expect(await add('2026-12-25', 'Yuletide')).toMatchObject({ status: 422, fields: ['day'] })
  expect(await add('2026-02-30', 'No day')).toMatchObject({ status: 422, fields: ['day'] })
  expect(await add('2500-01-01', 'Too late')).toMatchObject({ status: 422, fields: ['day'] })
  expect(await add('2027-01-01', ' ')).toMatchObject({ status: 422, fields: ['name'] })
  expect(await add('2027-01-01', 'a'.repeat(201))).toMatchObject({ status: 422, fields: ['name'] })
  expect(await add('2027-01-01', 'nul\0')).toMatchObject({ status: 422, fields: ['name'] })
  expect(refusal(await admin.put(`${URL}/2027-01-01`, { name: 'Nothing' }))).toMatchObject({ status: 404 })
  expect((await admin.delete(`${URL}/2027-01-01`)).statusCode).toBe(404)
  expect((await admin.get(`${URL}/christmas`)).statusCode).toBe(404)
  expect(await listed('?year=2027')).toEqual([])
})

test('32 administrators remove one holiday at once: it is removed once', async () => {
  const answers = await Promise.all(Array.from({ length: 32 }, () => admin.delete(CHRISTMAS)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  expect((await detailOf('2026-12-25')).history.map(({ what }) => what)).toEqual(['Removed', 'Added as Christmas Day'])
})
