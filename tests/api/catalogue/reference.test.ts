import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'

let demo: DemoApp
let patient: Caller
beforeAll(async () => {
  demo = await startDemoApp()
  patient = await demo.as('PATIENT')
})
afterAll(() => demo.end())

type Row = Readonly<Record<string, unknown>>
const rowsOf = async (url: string) => (await patient.get(url)).json<{ data: readonly Row[] }>().data

test('forms choose from the cancers, zones, states and local governments that there are', async () => {
  expect((await rowsOf('/api/ailments'))[0]).toEqual({ id: '1', ailment_type: 'Breast' })
  const states = await rowsOf('/api/states')
  expect(states).toHaveLength(37)
  const zones = await rowsOf('/api/geopoliticalzones')
  const inZones = zones.flatMap(({ states: some }) => some as readonly (Row & { readonly lgas: readonly Row[] })[])
  expect(zones).toHaveLength(6)
  expect(new Set(inZones.map(({ id }) => id))).toEqual(new Set(states.map(({ id }) => id)))
  const locals = await rowsOf('/api/lga')
  expect(locals).toHaveLength(774)
  for (const { id, lgas } of inZones)
    expect(locals.filter(({ state_id: state }) => state === id)).toEqual(lgas.map((lga) => ({ ...lga, state_id: id })))
})

test('whoever enrols chooses a document without an account; a browser keeps what hardly changes', async () => {
  const open = await demo.app.inject({ url: '/api/identification_documents' })
  expect(open.statusCode).toBe(200)
  expect(open.json<{ data: readonly Row[] }>().data).toContainEqual({
    id: '3',
    identification_type: 'International passport',
  })
  expect(open.headers['cache-control']).toBe('public, max-age=86400')
  const kept = await patient.get('/api/lga')
  expect(kept.headers['cache-control']).toBe('private, max-age=86400')
  expect((await demo.app.inject({ url: '/api/lga' })).statusCode).toBe(401)
})
