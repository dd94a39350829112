type SisterPortal = { readonly name: string; readonly title: string; readonly href: string }

const cap: unknown = import.meta.env['VITE_CAP_URL']
const casc: unknown = import.meta.env['VITE_CASC_URL']

/** The address of a portal that this installation does not know is its page on the about screen. */
const address = (value: unknown, fallback: string) => (typeof value === 'string' && value !== '' ? value : fallback)

/** The switch links at the foot of the side menu (spec, S018). This portal is CHF; the others' addresses are set at build time. */
export const sisterPortals: readonly SisterPortal[] = [
  { name: 'CHF', title: 'Cancer Health Fund (this portal)', href: '/' },
  { name: 'CAP', title: 'CAP portal', href: address(cap, '/about#cap') },
  { name: 'CASC', title: 'CASC portal', href: address(casc, '/about#casc') },
]
