/**
 * The `content-disposition` of a file that is to be kept: its name in plain letters for readers of no other, and whole
 * (RFC 6266, with RFC 5987 for the letters).
 */
export function attachmentNamed(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w .-]/g, '_')
  // What encodeURIComponent leaves and RFC 5987 has as separators.
  const whole = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}

/** The name in a `content-disposition`: the whole one, else the one in plain letters; undefined where it has none. */
export function attachmentName(disposition: string | null): string | undefined {
  const header = disposition ?? ''
  return wholeName(header) ?? (/filename="([^"]+)"/i.exec(header) ?? /filename=([^";]+)/i.exec(header))?.[1]
}

function wholeName(header: string): string | undefined {
  const encoded = /filename\*=UTF-8''([^";\s]+)/i.exec(header)?.[1]
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}
