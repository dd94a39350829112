/** A cancer that the fund pays for; ids are stable, as patients' records name them. */
export type Ailment = { readonly id: string; readonly ailment_type: string }

/** Sites and diseases in the terms of the WHO's ICD-O topography, commonest in Nigeria first. */
const TYPES = [
  'Breast',
  'Cervix uteri',
  'Prostate',
  'Colon and rectum',
  'Liver',
  'Non-Hodgkin lymphoma',
  'Ovary',
  'Nasopharynx',
  'Stomach',
  'Pancreas',
  'Lung and bronchus',
  'Corpus uteri',
  'Thyroid',
  'Oral cavity',
  'Larynx',
  'Oesophagus',
  'Kidney',
  'Urinary bladder',
  'Brain and central nervous system',
  'Hodgkin lymphoma',
  'Multiple myeloma',
  'Chronic myeloid leukaemia',
  'Acute lymphoblastic leukaemia',
  'Acute myeloid leukaemia',
  'Chronic lymphocytic leukaemia',
  'Burkitt lymphoma',
  'Retinoblastoma',
  'Nephroblastoma (Wilms tumour)',
  'Osteosarcoma',
  'Soft tissue sarcoma',
  'Melanoma of skin',
  'Kaposi sarcoma',
]

export const AILMENTS: readonly Ailment[] = TYPES.map((ailment_type, index) => ({
  id: String(index + 1),
  ailment_type,
}))

/** Stages I to IV. */
export const AILMENT_STAGES = [1, 2, 3, 4] as const
