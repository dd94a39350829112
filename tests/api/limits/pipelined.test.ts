import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { listenOn } from '#tests/support/large-export.ts'
import { getOf, openLine } from '#tests/support/raw-line.ts'

let demo: DemoApp
let port: number
beforeAll(async () => {
  demo = await startDemoApp()
  port = await listenOn(demo)
})
afterAll(() => demo.end())

const underWay = () => demo.context.load.underWay()
const atWork = () => demo.context.lanes.calls.state().atWork
/** Many calls at once on one connection: answers behind the first wait for theirs to be sent. */
const many = (path: string, count: number) => getOf(path).repeat(count)

test('who hangs up on many calls of one connection leaves neither places nor turns behind', async () => {
  for (const path of ['/api/coes', '/api/users/profile']) {
    const lines = Array.from({ length: 10 }, () => openLine(port))
    for (const line of lines) line.send(many(path, 30))
    // With the first word of the first answer: the others stand behind it.
    await Promise.all(
      lines.map(async ({ socket }) => {
        await once(socket, 'data')
        socket.destroy()
      }),
    )
    await expect.poll(() => [underWay(), atWork()]).toEqual([0, 0])
  }
  expect((await fetch(`http://127.0.0.1:${port}/api/coes`)).status).toBe(200)
})

test('answers that nobody takes hold no place while their connection stands', async () => {
  const lines = Array.from({ length: 10 }, () => openLine(port))
  for (const line of lines) {
    line.socket.pause()
    line.send(many('/api/openapi.json', 30))
  }
  await expect.poll(() => lines.every(({ socket }) => socket.bytesWritten > 0)).toBe(true)
  await expect.poll(() => [underWay(), atWork()]).toEqual([0, 0])
  expect((await fetch(`http://127.0.0.1:${port}/api/coes`)).status).toBe(200)
  for (const { socket } of lines) socket.destroy()
})
