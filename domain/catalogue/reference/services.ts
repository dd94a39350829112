import { type Kobo, kobo, parseNaira } from '#domain/kernel/money.ts'

/** A category of services; the drug category is 4 for ever (spec, constants.tsv). */
export type ReferenceCategory = { readonly id: number; readonly name: string; readonly code: string }

/** In the order of their ids, which are given one after the other. */
export const CATEGORIES: readonly ReferenceCategory[] = [
  { id: 1, name: 'Consultation', code: 'CONS' },
  { id: 2, name: 'Radiotherapy', code: 'RADIO' },
  { id: 3, name: 'Chemotherapy administration', code: 'CHEMO' },
  { id: 4, name: 'Drugs', code: 'DRUG' },
  { id: 5, name: 'Laboratory and pathology', code: 'LAB' },
  { id: 6, name: 'Imaging', code: 'IMAG' },
  { id: 7, name: 'Surgery', code: 'SURG' },
  { id: 8, name: 'Nursing and supportive care', code: 'CARE' },
]

/** A service with the price where a hospital has none of its own, in kobo. */
export type ReferenceService = {
  readonly code: string
  readonly name: string
  readonly categoryId: number
  readonly price: Kobo
}

/** Code | name | naira, by category. Prices are plausible for a federal hospital in 2026. */
const LIST: Readonly<Record<number, string>> = {
  1: `CO01|Oncology consultation, first visit|15,000
      CO02|Oncology consultation, follow-up|8,000
      CO03|Multidisciplinary tumour board review|25,000
      CO04|Palliative care consultation|10,000
      CO05|Nutrition and dietetics consultation|6,000
      CO06|Psycho-oncology session|9,500
      CO07|Pre-anaesthetic assessment|7,500
      CO08|Genetic counselling|12,000`,
  2: `RT01|CT simulation and planning|120,000
      RT02|3D conformal radiotherapy, one fraction|38,000
      RT03|Intensity-modulated radiotherapy, one fraction|62,000
      RT04|Palliative radiotherapy, one fraction|30,000
      RT05|High dose rate brachytherapy, one insertion|185,000
      RT06|Radiotherapy mask and immobilisation|45,000
      RT07|Weekly portal imaging and review|22,500
      RT08|Total marrow irradiation, one session|240,000`,
  3: `CH01|Chemotherapy day ward, one session|18,500
      CH02|Chemotherapy preparation in isolator|12,000
      CH03|Central line (port) insertion|210,000
      CH04|PICC line insertion|95,000
      CH05|Port flush and dressing|7,000
      CH06|Intrathecal chemotherapy administration|42,000
      CH07|Growth factor administration|5,500
      CH08|Extravasation management|20,000`,
  5: `LB01|Full blood count|4,500
      LB02|Electrolytes, urea and creatinine|9,000
      LB03|Liver function tests|11,000
      LB04|Histopathology of a biopsy|28,000
      LB05|Immunohistochemistry panel (ER, PR, HER2)|85,000
      LB06|Bone marrow aspirate and trephine|48,000
      LB07|Tumour marker, single|16,500
      LB08|Cytology of a fluid|18,000
      LB09|Flow cytometry immunophenotyping|140,000
      LB10|BCR-ABL quantitative PCR|160,000
      LB11|Blood grouping and cross-match|6,500
      LB12|HIV, hepatitis B and C screen|9,500`,
  6: `IM01|Plain radiograph|8,500
      IM02|Abdominal ultrasound|12,500
      IM03|Bilateral mammography|32,000
      IM04|CT scan of one region with contrast|95,000
      IM05|CT scan of chest, abdomen and pelvis|180,000
      IM06|MRI of one region with contrast|165,000
      IM07|Bone scintigraphy|130,000
      IM08|Echocardiography|35,000
      IM09|Image-guided core biopsy|68,000
      IM10|PET-CT, whole body|650,000`,
  7: `SU01|Excision biopsy|85,000
      SU02|Modified radical mastectomy|480,000
      SU03|Breast conserving surgery|420,000
      SU04|Radical hysterectomy|620,000
      SU05|Hemicolectomy|690,000
      SU06|Radical prostatectomy|850,000
      SU07|Thyroidectomy|510,000
      SU08|Anaesthesia, major procedure|150,000
      SU09|Theatre and recovery, major procedure|175,000
      SU10|Orchidectomy|190,000`,
  8: `CA01|In-patient bed, one day|12,000
      CA02|High dependency bed, one day|55,000
      CA03|Blood transfusion, one unit|22,000
      CA04|Platelet transfusion, one unit|38,000
      CA05|Wound care and dressing|5,000
      CA06|Physiotherapy session|7,500
      CA07|Pleural or ascitic tap|26,000
      CA08|Home palliative visit|18,000`,
}

export const SERVICES: readonly ReferenceService[] = Object.entries(LIST).flatMap(([category, rows]) =>
  rows.split('\n').map((row) => {
    const [code = '', name = '', naira = ''] = row.trim().split('|')
    return { code, name, categoryId: Number(category), price: nairaIn(naira) }
  }),
)

/** Hospitals that charge otherwise for some categories, in percent of the price. */
const OWN_PRICES: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  NHA: { 1: 120, 2: 110, 6: 115, 7: 112 },
  UCH: { 2: 105, 5: 95 },
  FTHG: { 1: 90, 6: 92, 8: 90 },
  UNTH: { 3: 108, 7: 96 },
}

/** The hospital's own price for a service, in whole naira as kobo; undefined where it has none of its own. */
export function ownPrice(hospitalCode: string, service: ReferenceService): Kobo | undefined {
  const percent = OWN_PRICES[hospitalCode]?.[service.categoryId]
  return percent === undefined ? undefined : kobo(Math.round((service.price * percent) / 10_000) * 100)
}

function nairaIn(text: string): Kobo {
  const amount = parseNaira(text)
  if (amount === undefined) throw new Error(`Not a price: ${text}`)
  return amount
}
