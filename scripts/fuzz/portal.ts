import { join } from 'node:path'
import { openSystem } from '#api/system.ts'
import type { AppContext } from '#api/context.ts'
import { localRegistry } from '#api/people/cap/cap-registry.ts'
import { CAP_PATIENTS } from '#scripts/demo/people/cap-patients.ts'
import { onWorkbench } from '#scripts/bench/workbench.ts'
import { loadFirstData } from '#scripts/start/first-data.ts'

/** A portal with demo data, on a Postgres and a port of its own, all gone afterwards. */
export async function onDemoPortal<T>(
  say: (line: string) => void,
  act: (portal: { readonly url: string; readonly context: AppContext }) => Promise<T>,
): Promise<T> {
  return onWorkbench(async ({ dataDir, postgres: { appUrl, ownerUrl } }) => {
    const report = (message: string, error?: unknown) => say(`${message} ${error === undefined ? '' : String(error)}`)
    const cap = localRegistry(CAP_PATIENTS)
    const system = await openSystem({ ownerUrl, appUrl, dataDir, report, cap, logger: { level: 'error' } })
    try {
      await loadFirstData(
        system,
        { dataDir, secretsDir: join(dataDir, 'secrets'), ownerUrl, withDemo: true, isLogHere: true },
        say,
      )
      while (!(await system.context.caughtUp(await system.context.log.head())));
      return await act({ url: await system.app.listen({ host: '127.0.0.1', port: 0 }), context: system.context })
    } finally {
      await system.close()
    }
  })
}
