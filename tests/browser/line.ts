import type { CDPSession } from 'playwright-core'

/** What a page asks over the line, each with its bytes, headers included; what the browser has kept is none of it. */
type Asked = { readonly path: string; bytes: number }

/** Begins to note what a tab asks; all of it is in what this gives, as it comes. */
export async function lineOf(session: CDPSession): Promise<ReadonlyMap<string, Asked>> {
  const asked = new Map<string, Asked>()
  await session.send('Network.enable')
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache !== true) asked.set(requestId, { path: new URL(response.url).pathname, bytes: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = asked.get(requestId)
    if (one !== undefined) one.bytes = encodedDataLength
  })
  return asked
}

export const bytesOf = (asked: readonly Asked[]) => asked.reduce((sum, { bytes }) => sum + bytes, 0)
