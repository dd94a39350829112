import { createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { MailRefused, MailServerAway } from '#commands/processes/outbox.ts'
import type { Message } from '#commands/mail/send.ts'
import { createSmtp, wrongSmtpUrl } from '#commands/mail/smtp.ts'
import { UNTRUSTED } from '#tests/support/untrusted-certificate.ts'
import { mailServer, refusal } from './smtp-server.ts'

const FROM = 'no-reply@portal.example'
const message: Message = {
  ...{ id: '0197a000-0000-7000-8000-000000000001', userId: 'somebody', to: 'ada@example.org' },
  ...{ subject: 'Ẹ kú àárọ̀', text: 'One line.\n\n.\n\nAnother.', html: '<p>One line.</p>' },
}
const never = new AbortController().signal
const to = (port: number, over: Partial<Parameters<typeof createSmtp>[0]> = {}, scheme = 'smtp', who = '') =>
  createSmtp({ url: new URL(`${scheme}://${who}127.0.0.1:${port}`), from: FROM, ca: UNTRUSTED.certificate, ...over })
const thrown = (sending: Promise<void>) =>
  sending.then(
    () => undefined,
    (error: unknown) => error,
  )

test.each(['smtp', 'smtps'])('over %s it is encrypted, signs in, and says both texts', async (scheme) => {
  const tried: string[] = []
  const { port, received } = await mailServer({
    secure: scheme === 'smtps',
    authOptional: false,
    onAuth({ username, password }, _, done) {
      tried.push(`${username} ${password}`)
      done(null, { user: username })
    },
  })
  await to(port, {}, scheme, 'portal:p%2Fss@')(message, never)
  expect(tried).toEqual(['portal p/ss'])
  expect(received).toMatchObject([{ from: FROM, to: ['ada@example.org'], isTls: true }])
  const { raw = '' } = received[0] ?? {}
  expect(raw).toContain(`Message-ID: <${message.id}@portal.example>`)
  expect(raw).toContain('Auto-Submitted: auto-generated')
  expect(raw).toContain('Content-Type: text/plain; charset=utf-8')
  expect(raw).toContain('Content-Type: text/html; charset=utf-8')
})

test('sent twice it is one mail to whoever reads it: its Message-ID stays', async () => {
  const { port, received } = await mailServer()
  const deliver = to(port)
  await deliver(message, never)
  await deliver(message, never)
  expect(received.map(({ raw }) => /^Message-ID: (.+)$/m.exec(raw)?.[1]?.trim())).toEqual([
    `<${message.id}@portal.example>`,
    `<${message.id}@portal.example>`,
  ])
})

test.each([
  ['an address that there is not', { onRcptTo: 550 }, MailRefused, 'EENVELOPE 550 RCPT TO'],
  ['a mail that it does not want', { onData: 554 }, MailRefused, 'EMESSAGE 554 DATA'],
  ['a full mailbox', { onRcptTo: 452 }, Error, 'EENVELOPE 452 RCPT TO'],
  ['a sender that it does not serve', { onMailFrom: 550 }, MailServerAway, 'EENVELOPE 550 MAIL FROM'],
  ['a wrong password', { onAuth: 535 }, MailServerAway, 'EAUTH 535 AUTH PLAIN'],
] as const)('%s is told by its codes, without the words of the server', async (_, says, kind, code) => {
  const words = 'ada@example.org is not here'
  const { port, received } = await mailServer({
    ...('onRcptTo' in says && { onRcptTo: (_to, _session, done) => done(refusal(says.onRcptTo, words)) }),
    ...('onMailFrom' in says && { onMailFrom: (_from, _session, done) => done(refusal(says.onMailFrom, words)) }),
    ...('onAuth' in says && { onAuth: (_auth, _session, done) => done(refusal(says.onAuth, words)) }),
    ...('onData' in says && {
      onData: (stream, _session, done) => {
        stream.resume()
        stream.on('end', () => done(refusal(says.onData, words)))
      },
    }),
  })
  const error = await thrown(to(port, {}, 'smtp', 'onAuth' in says ? 'portal:wrong@' : '')(message, never))
  expect(error).toBeInstanceOf(kind)
  expect(error).toMatchObject({ code })
  expect(String(error)).not.toContain('ada')
  if (kind === Error) expect([MailRefused, MailServerAway].some((other) => error instanceof other)).toBe(false)
  expect(received).toEqual([])
})

test('a server whose certificate nobody vouches for is given nothing', async () => {
  const { port, received } = await mailServer()
  const { ca: _, ...rest } = { ca: '', url: new URL(`smtp://127.0.0.1:${port}`), from: FROM }
  expect(await thrown(createSmtp(rest)(message, never))).toBeInstanceOf(MailServerAway)
  expect(received).toEqual([])
})

test('a server that says nothing, or is not there, is away', async () => {
  const lines: Socket[] = []
  const silent = createServer((line) => void lines.push(line)).listen(0, '127.0.0.1')
  onTestFinished(() => {
    for (const line of lines) line.destroy()
    silent.close()
  })
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const patience = { greetingTimeout: 50, socketTimeout: 50 }
  expect(await thrown(to(port, { patience })(message, never))).toBeInstanceOf(MailServerAway)
  const gone = await mailServer()
  const [closed] = [createServer().listen(0, '127.0.0.1')]
  await once(closed, 'listening')
  const at = closed.address()
  await new Promise((ended) => closed.close(ended))
  expect(gone.port).not.toBe(0)
  expect(await thrown(to(typeof at === 'object' && at !== null ? at.port : 0)(message, never))).toBeInstanceOf(
    MailServerAway,
  )
})

test('an address that no server could be given is refused for good, and two in one are not two', async () => {
  const { port, received } = await mailServer()
  for (const address of [
    '',
    'nobody',
    'ada@example.org, eve@example.org',
    'ada@example.org\r\nRCPT TO:<eve@example.org>',
  ])
    expect([address, await thrown(to(port)({ ...message, to: address }, never))]).toEqual([address, expect.any(Error)])
  expect(received).toEqual([])
})

test('what is no mail server is said in words', () => {
  expect(wrongSmtpUrl('smtps://name:word@mail.example:465')).toBeUndefined()
  expect(wrongSmtpUrl('https://mail.example')).toMatch(/no address of a mail server/)
})
