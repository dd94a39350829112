import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { openSystem } from '#api/system.ts'

/**
 * The API in a process of its own, on a database that another one made; prints its port and that of its health. A line of
 * its input is for how many milliseconds its thread is to stand still; it ends with its input.
 */
const [appUrl = '', ownerUrl = '', dataDir = '', secretsDir = '', ...trustProxy] = process.argv.slice(2)
const { app, showHealth, close } = await openSystem({
  ...{ appUrl, ownerUrl, dataDir, secretsDir },
  roles: { api: true, projections: false, processes: false },
  ...(trustProxy.length === 0 ? {} : { trustProxy }),
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${(app.server.address() as AddressInfo).port} ${await showHealth(0)}\n`)
const standStill = (ms: string) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(ms))
createInterface({ input: process.stdin })
  .on('line', standStill)
  .once('close', () => void close())
