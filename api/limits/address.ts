import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '#api/context.ts'

/**
 * The address to count a call under: none unless the proxies are declared, since behind one that is not everybody has
 * the same (domain.md, Sign-in). Of IPv6 the network: whoever has one address there has all of its 64 bits.
 */
export function countedAddress({ trustProxy }: AppContext, { ip }: FastifyRequest): string | undefined {
  if (trustProxy === undefined) return undefined
  switch (isIP(ip)) {
    case 4:
      return ip
    case 6:
      return networkOf(ip)
    default:
      return 'unknown'
  }
}

/** The first four of the eight groups, without what may be left out in writing. */
function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = ip.split('%')[0]?.toLowerCase().split('::') ?? []
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const first = groups(head)
  const zeros = tail === undefined ? 0 : 8 - first.length - groups(tail).length
  const all = [...first, ...Array.from({ length: zeros }, () => '0'), ...groups(tail ?? '')]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
