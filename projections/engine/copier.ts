import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** COPY text into a table, by a `copy … from stdin`. */
export async function copyInto(client: pg.ClientBase, copy: string, chunks: AsyncIterable<string>): Promise<void> {
  await pipeline(Readable.from(chunks, { objectMode: true, highWaterMark: 2 }), client.query(copyFrom(copy)))
}

/** Copies chunk after chunk through one connection while its caller goes on folding. */
export type Copier = {
  /** Resolves when there is room for more; throws what an earlier copy threw. */
  copy(statement: string, chunk: string): Promise<void>
  /** Resolves when everything is written; throws what a copy threw. */
  idle(): Promise<void>
}

const ROOM = 4

export function createCopier(client: pg.ClientBase): Copier {
  let underWay: Promise<void>[] = []
  let last: Promise<void> = Promise.resolve()

  return {
    async copy(statement, chunk) {
      last = last.then(() => copyInto(client, statement, once(chunk)))
      last.catch(() => undefined) // thrown to whoever waits for room or for the end
      underWay.push(last)
      if (underWay.length > ROOM) await underWay.shift()
    },
    async idle() {
      await last
      underWay = []
    },
  }
}

async function* once(chunk: string): AsyncGenerator<string> {
  yield chunk
}
