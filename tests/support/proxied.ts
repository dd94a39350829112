import { createFaultProxy, type FaultProxy } from '#scripts/drill/fault-proxy.ts'
import type { TestDatabase } from './database.ts'

/** A line that can be made bad, and the way to a database over it; `superuserUrl` and `drop` go around it. */
export async function proxied(): Promise<{
  readonly line: FaultProxy
  reach(database: TestDatabase): TestDatabase
}> {
  let target = { host: '', port: 0 }
  const line = await createFaultProxy(() => target)
  const through = (url: string) => {
    const way = new URL(url)
    way.port = String(line.port)
    return way.href
  }
  return {
    line,
    reach({ appUrl, ownerUrl, ...database }) {
      const direct = new URL(appUrl)
      target = { host: direct.hostname, port: Number(direct.port) }
      return { ...database, appUrl: through(appUrl), ownerUrl: through(ownerUrl) }
    },
  }
}
