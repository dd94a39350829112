import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { listenOn } from '#tests/support/large-export.ts'
import { halfSent, openLine } from '#tests/support/raw-line.ts'

const PINO_INFO = 30
type Line = { readonly level: number; readonly msg?: string }

const logged: Line[] = []
const stream = new Writable({
  write(line, _encoding, done) {
    logged.push(JSON.parse(String(line)) as Line)
    done()
  },
})

let demo: DemoApp
let port: number
let staff: Caller
beforeAll(async () => {
  demo = await startDemoApp({ logger: { level: 'info', stream } })
  port = await listenOn(demo)
  staff = await demo.as('COE_STAFF')
})
afterAll(() => demo.end())

test.each(['a stranger', 'somebody who is signed in'])(
  'a body that %s cuts is theirs, and no fault of the records',
  async (who) => {
    logged.splice(0)
    const [path, token] = who === 'a stranger' ? ['/api/login'] : ['/api/coestaff/billings', staff.token]
    const begun = once(demo.app.server, 'request')
    const { send, socket } = openLine(port)
    send(halfSent(path ?? '', token))
    const [sent] = (await begun) as [IncomingMessage]
    // The look at who calls on is over, and the body is waited for.
    await expect.poll(() => demo.context.load.underWay()).toBe(0)
    socket.resetAndDestroy()
    await finished(sent).catch(() => undefined)
    // By the time that another call is answered this one has had its say.
    expect((await fetch(`http://127.0.0.1:${port}/api/coes`)).status).toBe(200)
    expect(logged.filter(({ level }) => level > PINO_INFO)).toEqual([])
  },
)
