import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newId } from '../../commands/ids.ts'
import { csvStream } from '../../projections/report/csv.ts'
import { totalsOf } from '../../projections/report/pages.ts'
import type { Report, ReportQuery } from '../../projections/report/report.ts'
import { modelsPosition } from '../../projections/as-of.ts'
import { lagosDay } from '../../domain/kernel/dates.ts'
import type { AppContext } from '../context.ts'
import { saveManifest } from './manifests.ts'

type Export<F> = {
  readonly report: Report<F>
  readonly query: Pick<ReportQuery<F>, 'filter' | 'sort' | 'asOf'>
  /** The request's path and query: what the manifest keeps. */
  readonly url: string
}

/**
 * Streams a report as CSV. Everything is read in one snapshot of the database; what is written there (position, rows,
 * control totals, SHA-256) becomes the export's manifest, named in `x-export-id` before the first byte.
 */
export async function exportCsv<F>(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { report, query, url }: Export<F>,
): Promise<FastifyReply> {
  const id = newId(context.now())
  const client = await context.pool.connect()
  let released = false
  const release = (broken?: boolean): void => {
    if (!released) client.release(broken)
    released = true
  }
  try {
    await client.query('begin isolation level repeatable read read only')
    const position = query.asOf ?? (await modelsPosition(client, report.models))
    const at = new Date(context.now()).toISOString()
    const { totals } = await totalsOf(context.db, report, { ...query, asOf: position })
    const source = csvStream(context.db, client, report, query)
    const hash = createHash('sha256')
    let [bytes, newlines] = [0, 0]
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        bytes += chunk.length
        for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) newlines += 1
        done(null, chunk)
      },
      flush(done) {
        const rows = Math.max(0, newlines - 1)
        const manifest = { id, report: report.name, url, position, rows, totals, sha256: hash.digest('hex'), bytes }
        saveManifest(context.pool, { ...manifest, by: request.actor().id, at }).then(() => done(), done)
      },
    })
    source.on('error', (error) => counted.destroy(error))
    counted.on('close', () => {
      // A client that went away leaves COPY in the middle: that connection cannot be used again.
      const whole = source.readableEnded
      if (!whole) return release(true)
      client.query('commit').then(
        () => release(),
        () => release(true),
      )
    })
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${report.name}-${lagosDay(at)}.csv"`)
      .header('x-export-id', id)
      .send(source.pipe(counted))
  } catch (error) {
    release(true)
    throw error
  }
}
