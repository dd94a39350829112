import Fastify from 'fastify'
import { pathToFileURL } from 'node:url'
import { createPool } from '#projections/postgres.ts'
import { type Program, startProgram } from './program.ts'

/** A server with one route that asks the database for nothing: what HTTP and a round trip cost by themselves. */
export function startSelectOne(appUrl: string): Promise<Program> {
  return startProgram(import.meta.filename, { DATABASE_URL: appUrl }, 'ready')
}

async function serve(appUrl: string, port: number): Promise<void> {
  const pool = createPool(appUrl, { name: 'bench', patience: 'call', max: 20 })
  const app = Fastify()
  app.get('/', async () => ({ data: (await pool.query('select 1 as one')).rows[0] }))
  process.on('SIGINT', () => {
    void app.close().then(() => pool.end())
  })
  await app.listen({ host: '127.0.0.1', port })
  console.log('ready')
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await serve(process.env['DATABASE_URL'] ?? '', Number(process.env['PORT']))
