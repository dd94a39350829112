import type { AddressInfo } from 'node:net'
import { openSystem } from '#api/system.ts'

/** The API in a process of its own, on a database that another one made; prints its port, and ends with its input. */
const [appUrl = '', ownerUrl = '', dataDir = '', secretsDir = '', ...trustProxy] = process.argv.slice(2)
const { app, close } = await openSystem({
  ...{ appUrl, ownerUrl, dataDir, secretsDir },
  roles: { api: true, projections: false, processes: false },
  ...(trustProxy.length === 0 ? {} : { trustProxy }),
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${(app.server.address() as AddressInfo).port}\n`)
process.stdin.resume().once('end', () => void close())
