import { createMemoryKeys } from '#commands/log/memory/keys.ts'
import { createMemoryLog } from '#commands/log/memory/log.ts'
import { createPostgresLog } from '#commands/log/postgres/log.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { describeMoneyMoves } from './money-moves.ts'

describeMoneyMoves('memory', ['fail before', 'lose answer'], async () => {
  const log = createMemoryLog()
  return { log, keys: createMemoryKeys(), close: () => log.close() }
})

// A fault before an append never comes to Postgres: what it leaves there is what the answer lost before it has left.
describeMoneyMoves('Postgres', ['lose answer'], async () => {
  const database = await freshDatabase()
  const { hostname: host, port, pathname, username: user, password } = new URL(database.appUrl)
  const connection = { host, port: Number(port), database: pathname.slice(1), user, password }
  const log = createPostgresLog({ connection })
  return {
    log,
    keys: createMemoryKeys(),
    close: async () => {
      await log.close()
      await database.drop()
    },
  }
})
