import { once } from 'node:events'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { UNTRUSTED } from '#tests/support/untrusted-certificate.ts'

export type Received = {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
  readonly isTls: boolean
}

/** A refusal as a mail server words one. */
export const refusal = (responseCode: number, words: string): Error => Object.assign(new Error(words), { responseCode })

/** A real mail server on a free port of this machine, with its own certificate; it keeps what it is given, till the test ends. */
export async function mailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    ...{ key: UNTRUSTED.key, cert: UNTRUSTED.certificate, authOptional: true, logger: false },
    onData(stream, session, done) {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(pieces).toString('utf8'),
          isTls: session.secure,
        })
        done()
      })
    },
    ...options,
  })
  // A client that believes nobody, or leaves in the middle, is no fault of the server.
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  onTestFinished(() => new Promise<void>((ended) => server.close(() => ended())))
  const address = listening.address()
  if (address === null || typeof address === 'string') throw new Error('It listens on no port')
  return { port: address.port, received }
}
