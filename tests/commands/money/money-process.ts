import pg from 'pg'
import { createPostgresKeys } from '#commands/log/postgres/keys.ts'
import { createPostgresLog } from '#commands/log/postgres/log.ts'
import { recoverMoney } from './recover-money.ts'
import { startProcess } from './money-world.ts'
import { allocate, bill, creditPool, fundPatient, placeOf, take } from './moves.ts'

/**
 * A portal that moves money in a process of its own, to be killed: recovers what the one before it left, then runs
 * stories side by side from the given number on, and writes a line for each act that it has an answer to.
 */
const [appUrl = '', first = ''] = process.argv.slice(2)
const LANES = 6
const ACTS = { creditPool, allocate, fundPatient, bill: bill('drug'), initiate: take('initiate') }
const REST = { recommend: take('recommend'), approve: take('approve'), dfa: take('dfa'), permsec: take('permsec') }

const { hostname, port, pathname, username, password } = new URL(appUrl)
const connection = { host: hostname, port: Number(port), database: pathname.slice(1), user: username, password }
const pool = new pg.Pool({ connectionString: appUrl, max: 4 })
const keys = createPostgresKeys(pool, Buffer.alloc(32, 7), () => Date.now())
const portal = startProcess(createPostgresLog({ connection }), keys)
await recoverMoney(portal)
process.stdout.write('recovered\n')

let next = Number(first)
async function lane(): Promise<never> {
  for (;;) {
    const place = placeOf(`k${(next += 1)}`)
    for (const [name, act] of Object.entries({ ...ACTS, ...REST })) {
      await act(portal.handler, place)
      process.stdout.write(`${place.story} ${name}\n`)
    }
  }
}
await Promise.all(Array.from({ length: LANES }, lane))
