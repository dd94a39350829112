import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { newId } from '#commands/ids.ts'
import { type CsvDates, csvStream } from '#projections/report/csv.ts'
import { excelBytes } from '#projections/report/excel-bytes.ts'
import { totalsIn } from '#projections/report/pages.ts'
import type { Report, ReportQuery } from '#projections/report/report.ts'
import { AsOfRefused, beginSnapshot } from '#projections/as-of.ts'
import { readModels } from '#projections/read-models.ts'
import { attachmentNamed } from '#domain/kernel/attachment-name.ts'
import { lagosDay } from '#domain/kernel/dates.ts'
import type { AppContext } from '#api/context.ts'
import { callerLeft } from '#api/limits/caller-gone.ts'
import { cutStalled } from './cut-stalled.ts'
import { totalsInUnits } from './in-naira.ts'
import { type Manifest, saveManifest } from './manifests.ts'

type Export<F> = {
  readonly report: Report<F>
  readonly query: Pick<ReportQuery<F>, 'filter' | 'sort' | 'asOf'>
  readonly dates: CsvDates
  /** The address that gives the same bytes again when asked as of a position: what the manifest keeps. */
  readonly urlAsOf: (position: number) => string
}

/**
 * Streams a report as a CSV file for spreadsheets. Rows and totals are read in one snapshot of the database, as of one log position; what is
 * written there (position, rows, control totals, SHA-256) becomes the export's manifest, named in `x-export-id` before
 * the first byte. One connection of the exports' own does all of it, and is free when the last byte has been read from
 * the database. Throws AsOfRefused for a past that cannot be answered, and 429 where there is no room.
 */
export async function exportCsv<F>(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { report, query, dates, urlAsOf }: Export<F>,
): Promise<FastifyReply> {
  const id = newId(context.now())
  const { client, release } = await context.exports.connect(request.actor().id, callerLeft(reply))
  try {
    const { position, asOf } = await snapshotOf(client, report, query.asOf)
    const at = new Date(context.now()).toISOString()
    const read = { ...query, ...(asOf === undefined ? {} : { asOf }) }
    const { totals } = await totalsIn(client, context.db, report, read)
    const source = csvStream(context.db, client, report, { ...read, dates })
    const written = excelBytes()
    const hash = createHash('sha256')
    let bytes = 0
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        const part = written(chunk)
        hash.update(part)
        bytes += part.length
        done(null, part)
      },
      flush(done) {
        const manifest = { id, report: report.name, url: urlAsOf(position), position, rows: source.rowCount }
        const content = { totals: totalsInUnits(report, totals), sha256: hash.digest('hex'), bytes }
        finish({ ...manifest, ...content, by: request.actor().id, at }).then(() => done(), done)
      },
    })
    // On the connection that was read with: an export that waited for a second one would wait for other exports.
    const finish = async (manifest: Manifest) => {
      await client.query('commit')
      await saveManifest(client, { texts: context.sealedTexts, macs: context.rowMacs }, manifest)
      release()
    }
    source.on('error', (error) => counted.destroy(error))
    // Whoever sends it hears of it too. Before that, or when nobody waits any more, its error would end the process.
    counted.on('error', () => undefined)
    // A reader that went away leaves COPY in the middle: that connection cannot be used again.
    counted.on('close', () => release('broken'))
    if (reply.sent) throw new Error('This export is no longer needed')
    cutStalled(counted, context.exports.patience, () => bytes)
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', attachmentNamed(`${report.name}-${lagosDay(at)}.csv`))
      .header('x-export-id', id)
      .send(source.pipe(counted))
  } catch (error) {
    release('broken')
    throw error
  }
}

/**
 * Begins the snapshot that an export reads. Its position is the one asked for, else how far the read models have come;
 * `asOf` is undefined where the tables of the present are exactly as of that position, which is the fast way to read.
 */
async function snapshotOf<F>(
  client: pg.ClientBase,
  report: Report<F>,
  asked: number | undefined,
): Promise<{ readonly position: number; readonly asOf: number | undefined }> {
  const models = readModels.filter(({ name }) => report.models.some((model) => model === name))
  const reached = await beginSnapshot(client, models)
  if (asked !== undefined && asked > reached) throw new AsOfRefused('not_yet', `${report.name} has come to ${reached}`)
  if (asked !== undefined) return { position: asked, asOf: asked }
  const { rows } = await client.query<{ level: boolean }>(
    'select bool_and(position = $2) as level from read_model where name = any($1)',
    [report.models, reached],
  )
  return { position: reached, asOf: rows[0]?.level === true ? undefined : reached }
}
