import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import type { Caller, DemoApp } from './demo-app.ts'

/** The list that `growFundings` makes long. */
export const LARGE_LIST = '/api/fundings'

/**
 * Copies one funding many times, in the read model alone: an export that is under way for a while. With a long
 * `benefactor` it is more than the buffers between two sockets hold.
 */
export async function growFundings(
  demo: DemoApp,
  { many, benefactor = 'Lottery Trust' }: { many: number; benefactor?: string },
): Promise<void> {
  const admin = await demo.as('FUND_ADMIN')
  const credited = await admin.post('/api/pool/credit', { benefactor: 'Lottery Trust', credit: '1,000,000.50' })
  if (credited.statusCode !== 200) throw new Error(credited.body)
  const owner = new pg.Client({ connectionString: demo.database.ownerUrl })
  await owner.connect()
  try {
    await owner.query(
      `insert into funding select (jsonb_populate_record(null::funding, to_jsonb(f)
           || jsonb_build_object('id', md5(n::text)::uuid, 'benefactor', $2::text))).*
         from (select * from funding limit 1) f cross join generate_series(1, $1::integer) n`,
      [many, benefactor],
    )
  } finally {
    await owner.end()
  }
}

/** The port on which a system listens, from now on. */
export async function listenOn(demo: Pick<DemoApp, 'app'>): Promise<number> {
  await demo.app.listen({ host: '127.0.0.1', port: 0 })
  return (demo.app.server.address() as AddressInfo).port
}

/** An answer over a real connection, with its body still to be read. */
export async function openAnswer(
  port: number,
  path: string,
  by: Caller,
  encoding = 'identity',
): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${by.token}`, 'accept-encoding': encoding }
  const sent = request({ host: '127.0.0.1', port, path, headers, agent: false })
  sent.end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return answer
}

export const bytesOf = async (answer: IncomingMessage): Promise<Buffer> => Buffer.concat(await answer.toArray())
