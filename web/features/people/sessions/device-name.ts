const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'Mac'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const

/** A browser's own name for itself as people know it: `Chrome on Android`; as it is where nothing of it is known. */
export function deviceName(device: string | null): string {
  if (device === null || device === '') return 'Unknown device'
  const nameIn = (known: readonly (readonly [string, string])[]) => known.find(([sign]) => device.includes(sign))?.[1]
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)]
  if (browser === undefined) return device
  return system === undefined ? browser : `${browser} on ${system}`
}
