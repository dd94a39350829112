import { expect } from 'vitest'
import type { DemoApp } from '#tests/support/demo-app.ts'

/** The code in the newest mail to an e-mail, as soon as there is one. */
export async function mailedTo({ context }: DemoApp, email: string): Promise<string> {
  const find = async () => {
    const mails = (await context.mailbox?.list()) ?? []
    const texts = mails.filter(({ to }) => to === email).map(({ text }) => / is ([A-Z2-9]{6})\b/.exec(text)?.[1])
    return texts.find((code) => code !== undefined) ?? ''
  }
  await expect.poll(find, { timeout: 30_000 }).not.toBe('')
  return find()
}
