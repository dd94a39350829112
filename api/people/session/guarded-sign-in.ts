import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '#api/context.ts'
import { countedAddress } from '#api/limits/address.ts'
import { countCall, forgiveCall } from '#api/limits/call-limits.ts'
import { callerLeft } from '#api/limits/caller-gone.ts'
import { countTry, forgiveTry, mustBeOpen, PASSWORDS } from './sign-in-tries.ts'

/** Failed sign-ins of unknown browsers behind one address: more than a hospital makes. Only behind a declared proxy. */
const FROM_ADDRESS = { most: 200, windowMs: 15 * 60_000, words: 'Too many failed sign-ins from your network.' }

/**
 * Lets a password be compared, as often as may be (domain.md, Sign-in): tries are counted per e-mail for browsers that
 * nobody has signed in with before, and per browser for those that are known for this e-mail, so that an attack closes
 * an e-mail to strangers alone. Few are compared at once, known browsers' apart. `compare` throws unless it is right. Nothing
 * here depends on whether the e-mail has an account.
 */
export async function guardedSignIn<T>(
  context: AppContext,
  { request, reply, email }: { request: FastifyRequest; reply: FastifyReply; email: string },
  compare: () => Promise<T>,
): Promise<T> {
  const { knownBrowsers, lanes } = context
  const emailKey = knownBrowsers.emailKey(email)
  const number = knownBrowsers.numberFor(request, emailKey)
  const key = number === undefined ? `e-mail:${emailKey}` : `browser:${number}:${emailKey}`
  const address = number === undefined ? countedAddress(context, request) : undefined
  const addressKey = address === undefined ? undefined : `sign-in-from:${address}`
  const lane = number === undefined ? lanes.strangersPasswords : lanes.knownPasswords
  // Everything within the turn: a storm that is turned away asks the database nothing. Turns are counted by e-mail: an
  // account may make itself as many known browsers as it likes.
  return lane.run(emailKey, callerLeft(reply), async () => {
    await mustBeOpen(context, key, PASSWORDS)
    const { most, windowMs, words } = FROM_ADDRESS
    const counted =
      addressKey === undefined ? [] : await countCall(context, windowMs, words, [{ key: addressKey, most }])
    const nth = await countTry(context, key, PASSWORDS)
    const result = await compare()
    await forgiveTry(context, key, nth)
    if (counted.length > 0) await forgiveCall(context, counted)
    return result
  })
}
