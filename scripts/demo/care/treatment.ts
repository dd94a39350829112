import type { Chance } from '#scripts/demo/story/chance.ts'
import type { Gender } from '#scripts/demo/people/names.ts'

/** What one bill asks for: services by their code, or drugs by their name, with how many. */
export type Wanted = {
  readonly kind: 'service' | 'drug'
  readonly items: readonly (readonly [item: string, quantity: number])[]
  readonly comment: string
}

/** A bill on a day of the treatment, counted from registration. */
export type PlannedBill = Wanted & { readonly afterDays: number }

type Disease = {
  /** As the list of ailments has it. */
  readonly ailment: string
  readonly gender?: Gender
  readonly youngest: number
  readonly oldest: number
  /** How often, against the others. */
  readonly weight: number
  readonly workUp: string
  /** The operation, where there is one. */
  readonly surgery?: string
  /** Drugs of one cycle. */
  readonly drugs: string
  readonly cycles: number
  /** Fractions of radiotherapy, by the code of the service. */
  readonly radiotherapy?: readonly [code: string, fractions: number]
  readonly followUp: string
}

const ANTIEMETIC = 'Ondansetron 8 mg/4 mL*2, Dexamethasone 4 mg*4'

/** The commonest cancers of the programme and how they are treated; lists are `item*quantity`, one when left out. */
const DISEASES: readonly Disease[] = [
  {
    ...{ ailment: 'Breast', gender: 'Female', youngest: 29, oldest: 74, weight: 30, cycles: 6 },
    workUp: 'CO01, IM03, IM09, LB04, LB05, LB01',
    surgery: 'SU02, SU08, SU09, CA01*5',
    drugs: `Doxorubicin 50 mg*2, Cyclophosphamide 1 g, ${ANTIEMETIC}`,
    radiotherapy: ['RT02', 15],
    followUp: 'CO02, LB07, IM02',
  },
  {
    ...{ ailment: 'Cervix uteri', gender: 'Female', youngest: 34, oldest: 76, weight: 20, cycles: 5 },
    workUp: 'CO01, IM06, LB04, LB02, LB12',
    drugs: `Cisplatin 50 mg*2, ${ANTIEMETIC}`,
    radiotherapy: ['RT02', 25],
    followUp: 'CO02, IM02, LB01',
  },
  {
    ...{ ailment: 'Prostate', gender: 'Male', youngest: 52, oldest: 84, weight: 18, cycles: 6 },
    workUp: 'CO01, LB07, IM09, LB04, IM07',
    drugs: 'Goserelin 3.6 mg, Bicalutamide 50 mg*30',
    radiotherapy: ['RT03', 10],
    followUp: 'CO02, LB07',
  },
  {
    ...{ ailment: 'Colon and rectum', youngest: 36, oldest: 78, weight: 12, cycles: 6 },
    workUp: 'CO01, IM05, LB04, LB07, LB03',
    surgery: 'SU05, SU08, SU09, CA01*7, CA03*2',
    drugs: `Oxaliplatin 100 mg*2, Capecitabine 500 mg*84, ${ANTIEMETIC}`,
    followUp: 'CO02, LB07, IM02',
  },
  {
    ...{ ailment: 'Non-Hodgkin lymphoma', youngest: 18, oldest: 70, weight: 8, cycles: 6 },
    workUp: 'CO01, LB04, LB09, IM05, LB06',
    drugs: `Cyclophosphamide 1 g, Doxorubicin 50 mg*2, Vincristine 1 mg*2, Prednisolone 5 mg*100, ${ANTIEMETIC}`,
    followUp: 'CO02, LB01, IM04',
  },
  {
    ...{ ailment: 'Ovary', gender: 'Female', youngest: 30, oldest: 72, weight: 6, cycles: 6 },
    workUp: 'CO01, IM05, LB07, LB08, LB02',
    surgery: 'SU04, SU08, SU09, CA01*6, CA03*2',
    drugs: `Carboplatin 450 mg, Paclitaxel 300 mg, ${ANTIEMETIC}`,
    followUp: 'CO02, LB07',
  },
  {
    ...{ ailment: 'Nasopharynx', youngest: 22, oldest: 66, weight: 4, cycles: 4 },
    workUp: 'CO01, IM06, LB04, CO05',
    drugs: `Cisplatin 50 mg*2, Fluorouracil 1 g*4, ${ANTIEMETIC}`,
    radiotherapy: ['RT03', 18],
    followUp: 'CO02, IM04',
  },
  {
    ...{ ailment: 'Multiple myeloma', youngest: 45, oldest: 75, weight: 3, cycles: 6 },
    workUp: 'CO01, LB06, LB02, IM01*3, IM06',
    drugs: 'Bortezomib 3.5 mg*2, Dexamethasone 4 mg*20, Zoledronic acid 4 mg',
    followUp: 'CO02, LB01, LB02',
  },
  {
    ...{ ailment: 'Chronic myeloid leukaemia', youngest: 20, oldest: 65, weight: 3, cycles: 8 },
    workUp: 'CO01, LB06, LB10, LB01',
    drugs: 'Imatinib 400 mg*30, Allopurinol 300 mg*30',
    followUp: 'CO02, LB10',
  },
  {
    ...{ ailment: 'Acute lymphoblastic leukaemia', youngest: 4, oldest: 28, weight: 3, cycles: 6 },
    workUp: 'CO01, LB06, LB09, LB01, LB11',
    drugs: 'Vincristine 1 mg*2, Daunorubicin 20 mg*2, Prednisolone 5 mg*120, Mercaptopurine 50 mg*28',
    followUp: 'CO02, LB01, CA04',
  },
]

/** A patient's illness, and what it means for who they are. */
export type Illness = Pick<Disease, 'ailment' | 'youngest' | 'oldest'> & {
  readonly gender: Gender
  readonly bills: readonly PlannedBill[]
}

const TICKETS = DISEASES.flatMap((disease) => Array.from({ length: disease.weight }, () => disease))

/** An illness and its treatment over some five months: work-up, operation, cycles with drugs, radiotherapy, reviews. */
export function anIllness(chance: Chance): Illness {
  const disease = chance.pick(TICKETS)
  const { ailment, youngest, oldest } = disease
  const gender = disease.gender ?? chance.pick(['Male', 'Female'])
  return { ailment, youngest, oldest, gender, bills: treatmentOf(disease, chance) }
}

function treatmentOf(disease: Disease, chance: Chance): readonly PlannedBill[] {
  const { workUp, surgery, drugs, radiotherapy, followUp } = disease
  const bills: PlannedBill[] = []
  let day = chance.between(2, 9)
  const bill = (kind: Wanted['kind'], list: string, comment: string) => {
    bills.push({ kind, items: itemsIn(list), comment, afterDays: day })
  }
  bill('service', workUp, 'Work-up and staging')
  if (surgery !== undefined && chance.happens(0.6)) {
    day += chance.between(9, 20)
    bill('service', surgery, 'Operation and days on the ward')
  }
  // Not everybody comes for all cycles of the plan.
  const cycles = chance.between(2, disease.cycles)
  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    day += cycle === 1 ? chance.between(8, 15) : 21 + chance.between(-1, 3)
    bill('drug', drugs, `Drugs of cycle ${cycle}`)
    bill('service', 'CH01, CH02, LB01, LB02', `Cycle ${cycle} on the day ward`)
  }
  if (radiotherapy !== undefined && chance.happens(0.5)) {
    const [code, fractions] = radiotherapy
    day += chance.between(14, 25)
    bill('service', `RT01, RT06, ${code}*${fractions}`, `Radiotherapy, ${fractions} fractions`)
  }
  for (let review = chance.between(1, 2); review > 0; review -= 1) {
    day += chance.between(24, 40)
    bill('service', followUp, 'Review in the clinic')
  }
  return bills
}

function itemsIn(list: string): Wanted['items'] {
  return list.split(', ').map((entry) => {
    const [item = '', quantity = '1'] = entry.split('*')
    return [item, Number(quantity)] as const
  })
}
