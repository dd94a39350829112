import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { openLine } from '#tests/support/raw-line.ts'
import { secondProcess, type SecondProcess } from '#tests/api/limits/second-process.ts'

let demo: DemoApp
let held: SecondProcess
beforeAll(async () => {
  demo = await startDemoApp()
  held = await secondProcess(demo)
})
afterAll(async () => {
  await held.end()
  await demo.end()
})

type Health = { readonly status: string; readonly says: readonly string[]; readonly held_up_since?: string }
const ask = async (port: number, path: string) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  const { data } = (await answer.json()) as { data: Health }
  return { status: answer.status, data }
}
const parts = expect.arrayContaining([expect.objectContaining({ name: 'health listener', here: true })])

test('while the process stands still its health is answered, and says since when; afterwards all is as before', async () => {
  await expect.poll(() => ask(held.healthPort, '/')).toMatchObject({ status: 200, data: { status: 'green', parts } })
  // The same words on either port, while nothing is in the way.
  const [own, common] = await Promise.all([ask(held.healthPort, '/api/health'), ask(held.port, '/api/health')])
  expect(Object.keys(own.data)).toEqual(Object.keys(common.data))
  expect(own.data).not.toHaveProperty('held_up_since')

  const begun = Date.now()
  held.standStill(8_000)
  let isOver = false
  const afterwards = ask(held.port, '/api/health').then((answer) => {
    isOver = true
    return answer
  })
  const isHeldUp = async () => (await ask(held.healthPort, '/')).data.held_up_since !== undefined
  await expect.poll(isHeldUp).toBe(true)
  const { status, data } = await ask(held.healthPort, '/')
  expect(isOver, 'it answers while the process stands still').toBe(false)
  expect(status).toBe(200)
  expect(data.status).toMatch(/^(amber|red)$/)
  expect(data.says[0]).toBe(
    `this process has not responded since ${data.held_up_since}; what follows is its health at that time`,
  )
  expect(Date.parse(data.held_up_since ?? '') - begun).toBeLessThan(8_000)

  expect((await afterwards).status).toBe(200)
  await expect.poll(() => ask(held.healthPort, '/')).toMatchObject({ status: 200, data: { status: 'green', says: [] } })
})

test('whoever takes every connection of the health thread and says nothing makes room within seconds', async () => {
  const silent = Array.from({ length: 200 }, () => openLine(held.healthPort))
  await expect.poll(() => silent.filter((line) => line.isEnded()).length, { timeout: 30_000 }).toBe(silent.length)
  expect((await ask(held.healthPort, '/')).status).toBe(200)
})

test('nothing else is answered there', async () => {
  const answer = await fetch(`http://127.0.0.1:${held.healthPort}/api/coes`)
  expect([answer.status, await answer.json()]).toEqual([404, { message: 'Not found' }])
})
