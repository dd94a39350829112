import { LOCAL_GOVERNMENTS } from './local-governments.ts'

/** A local government area; `id` is stable for ever, as patients' records name it. */
export type LocalGovernment = { readonly id: number; readonly lga: string }
/** One of the 36 states, or the Federal Capital Territory. */
export type State = { readonly id: number; readonly state: string; readonly lgas: readonly LocalGovernment[] }
/** One of the six geopolitical zones. */
export type Zone = { readonly id: number; readonly geopolitical_zone: string; readonly states: readonly State[] }

const ZONES = [
  {
    zone: 'North Central',
    states: ['Benue', 'Federal Capital Territory', 'Kogi', 'Kwara', 'Nasarawa', 'Niger', 'Plateau'],
  },
  { zone: 'North East', states: ['Adamawa', 'Bauchi', 'Borno', 'Gombe', 'Taraba', 'Yobe'] },
  { zone: 'North West', states: ['Jigawa', 'Kaduna', 'Kano', 'Katsina', 'Kebbi', 'Sokoto', 'Zamfara'] },
  { zone: 'South East', states: ['Abia', 'Anambra', 'Ebonyi', 'Enugu', 'Imo'] },
  { zone: 'South South', states: ['Akwa Ibom', 'Bayelsa', 'Cross River', 'Delta', 'Edo', 'Rivers'] },
  { zone: 'South West', states: ['Ekiti', 'Lagos', 'Ogun', 'Ondo', 'Osun', 'Oyo'] },
]

/** States in alphabetical order with ids 1 to 37; local governments numbered 1 to 774 through them. */
export const STATES: readonly State[] = numbered()

/** The six zones with their states, as `GET /api/geopoliticalzones` answers them. */
export const GEOPOLITICAL_ZONES: readonly Zone[] = ZONES.map(({ zone, states }, index) => ({
  id: index + 1,
  geopolitical_zone: zone,
  states: STATES.filter(({ state }) => states.includes(state)),
}))

/** The state of a name; throws for one that does not exist. */
export function stateNamed(name: string): State {
  const found = STATES.find(({ state }) => state === name)
  if (found === undefined) throw new Error(`No state ${name}`)
  return found
}

function numbered(): readonly State[] {
  let last = 0
  return Object.entries(LOCAL_GOVERNMENTS)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([state, names], index) => ({
      id: index + 1,
      state,
      lgas: names
        .split('|')
        .map((lga) => lga.trim().replace(/\s+/g, ' '))
        .map((lga) => ({ id: ++last, lga })),
    }))
}
