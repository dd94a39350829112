import type { SpecRow } from './spec.ts'

/** Anything that holds a step of the payment chain. */
const CHAIN = ['INITIATE_PAYMENT', 'RECOMMEND_PAYMENT', 'APPROVE_PAYMENT', 'DFA_APPROVAL', 'PERMSEC_APPROVAL']
const PERMISSION = /\b[A-Z]+_[A-Z_]*[A-Z]\b/g
/** The permissions that a text names. */
export const namedIn = (text: string): readonly string[] => [
  ...(text.match(PERMISSION) ?? []),
  ...(text.includes('any payment-chain permission') ? CHAIN : []),
]

/** The names in a cell, what is said of them in brackets left out. */
const names = (cell: string) =>
  cell
    .replaceAll(/\([^)]*\)/g, '')
    .split(',')
    .map((name) => name.trim().replace('[]', ''))
    .filter((name) => /^\w+$/.test(name) && name !== 'none')

/** What the spec asks of a call. Where it does not show a path, or a permission, what it proposes. */
export function askedOfEndpoint(row: SpecRow) {
  const { method = '', path = '', query = '', payload = '', permission = '', notes = '' } = row
  const [, proposed = ''] = /proposed-path: \w+ ([^\s;]+)/.exec(notes) ?? []
  const [, after = ''] = /proposed-permission: (.*)$/.exec(notes) ?? []
  const shown = path.startsWith('/') ? path : proposed
  const url = (shown.startsWith('/api/') ? shown : `/api${shown}`).split('?')[0] ?? ''
  const isOpen = /^(signed-in|public)\b/.exec(notes)?.[1]
  const permissions = permission === '' ? namedIn(after) : namedIn(permission)
  return {
    /** Whether it is the only thing that opens the call, as the spec has it. */
    isWhole: /^[A-Z_]+$/.test(permission),
    route: `${method} ${plainPath(url)}`,
    permissions: permissions.length === 0 && isOpen !== undefined ? [isOpen] : permissions,
    query: names(query),
    payload: /multipart/.test(payload) ? [] : names(payload),
  }
}

/** A path without the names of its parameters: `/api/coes/{}/billings`. */
export const plainPath = (path: string): string =>
  path.replaceAll(/\{\w+\??\}|:\w+\??/g, (one) => (one.includes('?') ? '{?}' : '{}'))

/** The permissions that open a screen, those that show a part of it left out. */
export function askedOfScreen({ auth = '', permission = '' }: SpecRow): readonly string[] {
  const opening = permission.split(';').filter((one) => /^\s*(route|proposed route|implied|proposed):/.test(one))
  return [...new Set([...namedIn(auth), ...namedIn(opening.join(' '))])]
}
