/** Naira for an axis, short: `1.2m`, `350k`. */
export function shortNaira(naira: number): string {
  const size = Math.abs(naira)
  const short = (value: number, unit: string) => `${Number(value.toFixed(value >= 100 ? 0 : 1))}${unit}`
  const sign = naira < 0 ? '-' : ''
  if (size >= 1e9) return sign + short(size / 1e9, 'bn')
  if (size >= 1e6) return sign + short(size / 1e6, 'm')
  if (size >= 1e3) return sign + short(size / 1e3, 'k')
  return sign + short(size, '')
}
