import { type Kobo, parseNaira } from '#domain/kernel/money.ts'

export type Manufacturer = { readonly id: string; readonly name: string }

/** Manufacturers that supply cancer medicines in Nigeria. */
export const MANUFACTURERS: readonly Manufacturer[] = [
  { id: 'MFR-01', name: 'Roche' },
  { id: 'MFR-02', name: 'Novartis' },
  { id: 'MFR-03', name: 'Pfizer' },
  { id: 'MFR-04', name: 'AstraZeneca' },
  { id: 'MFR-05', name: 'Fresenius Kabi' },
  { id: 'MFR-06', name: 'Cipla' },
  { id: 'MFR-07', name: "Dr. Reddy's Laboratories" },
  { id: 'MFR-08', name: 'Hetero' },
  { id: 'MFR-09', name: 'Sandoz' },
  { id: 'MFR-10', name: 'Fidson Healthcare' },
  { id: 'MFR-11', name: 'Emzor Pharmaceutical' },
  { id: 'MFR-12', name: 'Accord Healthcare' },
]

/** A product of the catalogue: the WHO essential medicine in one strength and form, price in kobo for one. */
export type Medicine = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly manufacturerId: string
  readonly manufacturerName: string
  readonly price: Kobo
}

/**
 * Name and strength | form and use | manufacturer | naira. The WHO Model List of Essential Medicines, section 8
 * (immunomodulators, antineoplastics, supportive medicines), in forms that hospitals stock; prices plausible for 2026.
 */
const LIST = `
Allopurinol 100 mg|Tablet; prevents tumour lysis|11|60
Allopurinol 300 mg|Tablet; prevents tumour lysis|11|120
Anastrozole 1 mg|Tablet; breast cancer, hormone therapy|04|850
Arsenic trioxide 10 mg|Concentrate for infusion; acute promyelocytic leukaemia|12|96,000
Asparaginase 10,000 IU|Powder for injection; acute lymphoblastic leukaemia|12|58,000
Bendamustine 100 mg|Powder for infusion; lymphoma and leukaemia|07|64,500
Bevacizumab 100 mg|Concentrate for infusion; targeted therapy|01|142,000
Bevacizumab 400 mg|Concentrate for infusion; targeted therapy|01|518,000
Bicalutamide 50 mg|Tablet; prostate cancer, hormone therapy|06|1,250
Bleomycin 15 IU|Powder for injection; cytotoxic|05|18,500
Bortezomib 3.5 mg|Powder for injection; multiple myeloma|07|88,000
Calcium folinate 15 mg|Tablet; folate rescue|09|1,900
Calcium folinate 50 mg|Injection 10 mg/mL, 5 mL; folate rescue|05|9,400
Capecitabine 150 mg|Tablet; colorectal and breast cancer|08|900
Capecitabine 500 mg|Tablet; colorectal and breast cancer|08|2,300
Carboplatin 150 mg|Injection 10 mg/mL, 15 mL; cytotoxic|05|16,800
Carboplatin 450 mg|Injection 10 mg/mL, 45 mL; cytotoxic|05|38,500
Chlorambucil 2 mg|Tablet; chronic lymphocytic leukaemia|12|2,100
Cisplatin 10 mg|Injection 1 mg/mL, 10 mL; cytotoxic|06|4,800
Cisplatin 50 mg|Injection 1 mg/mL, 50 mL; cytotoxic|06|12,500
Cyclophosphamide 50 mg|Tablet; cytotoxic|12|650
Cyclophosphamide 500 mg|Powder for injection; cytotoxic|06|6,200
Cyclophosphamide 1 g|Powder for injection; cytotoxic|06|9,900
Cytarabine 100 mg|Injection; leukaemia|03|7,300
Cytarabine 1 g|Injection; leukaemia|03|26,500
Dacarbazine 200 mg|Powder for injection; Hodgkin lymphoma|12|14,900
Dactinomycin 500 micrograms|Powder for injection; Wilms tumour|12|31,000
Dasatinib 50 mg|Tablet; chronic myeloid leukaemia|08|6,800
Dasatinib 100 mg|Tablet; chronic myeloid leukaemia|08|12,400
Daunorubicin 20 mg|Powder for injection; acute leukaemia|03|24,500
Dexamethasone 4 mg|Injection 4 mg/mL; antiemetic and anti-inflammatory|10|450
Dexamethasone 0.5 mg|Tablet; anti-inflammatory|11|45
Diclofenac 75 mg|Injection; pain|10|380
Docetaxel 20 mg|Concentrate for infusion; cytotoxic|07|19,800
Docetaxel 80 mg|Concentrate for infusion; cytotoxic|07|52,000
Doxorubicin 10 mg|Powder for injection; cytotoxic|06|5,900
Doxorubicin 50 mg|Powder for injection; cytotoxic|06|16,400
Enzalutamide 40 mg|Capsule; prostate cancer|08|11,500
Erlotinib 150 mg|Tablet; lung cancer with EGFR mutation|06|5,600
Etoposide 100 mg|Injection 20 mg/mL, 5 mL; cytotoxic|05|8,700
Etoposide 50 mg|Capsule; cytotoxic|12|4,900
Everolimus 10 mg|Tablet; targeted therapy|02|24,800
Filgrastim 300 micrograms|Pre-filled syringe; raises neutrophils|09|14,500
Filgrastim 480 micrograms|Pre-filled syringe; raises neutrophils|09|21,900
Fludarabine 50 mg|Powder for injection; chronic lymphocytic leukaemia|12|46,500
Fluorouracil 500 mg|Injection 50 mg/mL, 10 mL; cytotoxic|05|3,800
Fluorouracil 1 g|Injection 50 mg/mL, 20 mL; cytotoxic|05|6,400
Gemcitabine 200 mg|Powder for injection; cytotoxic|07|11,200
Gemcitabine 1 g|Powder for injection; cytotoxic|07|34,500
Goserelin 3.6 mg|Depot implant; prostate and breast cancer|04|98,000
Goserelin 10.8 mg|Depot implant; prostate and breast cancer|04|265,000
Hydrocortisone 100 mg|Powder for injection; infusion reactions|10|1,450
Hydroxycarbamide 500 mg|Capsule; chronic myeloid leukaemia|06|420
Ifosfamide 1 g|Powder for injection; cytotoxic|12|19,700
Imatinib 100 mg|Tablet; chronic myeloid leukaemia, GIST|02|1,350
Imatinib 400 mg|Tablet; chronic myeloid leukaemia, GIST|02|4,700
Irinotecan 40 mg|Concentrate for infusion; colorectal cancer|05|16,900
Irinotecan 100 mg|Concentrate for infusion; colorectal cancer|05|35,500
Lactulose 3.3 g/5 mL|Oral liquid 200 mL; constipation from opioids|10|3,200
Lenalidomide 10 mg|Capsule; multiple myeloma|08|5,200
Lenalidomide 25 mg|Capsule; multiple myeloma|08|8,900
Letrozole 2.5 mg|Tablet; breast cancer, hormone therapy|02|700
Leuprorelin 3.75 mg|Depot injection; prostate cancer|09|86,500
Leuprorelin 11.25 mg|Depot injection; prostate cancer|09|228,000
Loperamide 2 mg|Capsule; diarrhoea from chemotherapy|11|70
Melphalan 2 mg|Tablet; multiple myeloma|12|3,300
Melphalan 50 mg|Powder for injection; conditioning|12|148,000
Mercaptopurine 50 mg|Tablet; acute lymphoblastic leukaemia|12|1,700
Mesna 400 mg|Injection 100 mg/mL, 4 mL; protects the bladder|05|5,100
Methotrexate 2.5 mg|Tablet; cytotoxic|06|160
Methotrexate 50 mg|Injection; cytotoxic|05|6,900
Methotrexate 1 g|Concentrate for infusion; high dose|03|43,500
Metoclopramide 10 mg|Injection; antiemetic|10|320
Morphine 10 mg|Tablet, immediate release; severe pain|10|280
Morphine 30 mg|Tablet, slow release; severe pain|10|610
Morphine 10 mg/mL|Injection; severe pain|10|950
Nilotinib 200 mg|Capsule; chronic myeloid leukaemia|02|9,800
Ondansetron 8 mg|Tablet; antiemetic|06|540
Ondansetron 8 mg/4 mL|Injection; antiemetic|06|1,350
Oxaliplatin 50 mg|Powder for infusion; colorectal cancer|07|24,800
Oxaliplatin 100 mg|Powder for infusion; colorectal cancer|07|44,900
Paclitaxel 100 mg|Concentrate for infusion; cytotoxic|05|26,400
Paclitaxel 300 mg|Concentrate for infusion; cytotoxic|05|61,500
Paracetamol 1 g|Solution for infusion; pain and fever|10|1,800
Pegaspargase 3,750 IU|Injection; acute lymphoblastic leukaemia|12|395,000
Pegfilgrastim 6 mg|Pre-filled syringe; raises neutrophils|07|78,000
Prednisolone 5 mg|Tablet; lymphoma and leukaemia|11|35
Procarbazine 50 mg|Capsule; Hodgkin lymphoma|12|4,100
Rasburicase 1.5 mg|Powder for infusion; tumour lysis|12|118,000
Realgar-Indigo naturalis 270 mg|Tablet; acute promyelocytic leukaemia|12|1,600
Rituximab 100 mg|Concentrate for infusion; lymphoma|01|96,000
Rituximab 500 mg|Concentrate for infusion; lymphoma|01|412,000
Tamoxifen 20 mg|Tablet; breast cancer, hormone therapy|04|180
Thalidomide 50 mg|Capsule; multiple myeloma|08|2,200
Tioguanine 40 mg|Tablet; acute leukaemia|12|5,400
Tramadol 50 mg|Capsule; pain|11|90
Trastuzumab 150 mg|Powder for infusion; HER2-positive breast cancer|01|168,000
Trastuzumab 440 mg|Powder for infusion; HER2-positive breast cancer|01|455,000
Tretinoin 10 mg|Capsule; acute promyelocytic leukaemia|12|3,700
Vinblastine 10 mg|Powder for injection; lymphoma|12|12,900
Vincristine 1 mg|Injection 1 mg/mL; lymphoma and leukaemia|06|4,700
Vinorelbine 50 mg|Concentrate for infusion; lung and breast cancer|12|49,000
Zoledronic acid 4 mg|Concentrate for infusion; bone metastases|02|32,500
`

export const MEDICINES: readonly Medicine[] = LIST.trim()
  .split('\n')
  .map((row, index) => {
    const [name = '', description = '', manufacturer = '', naira = ''] = row.split('|')
    const made = MANUFACTURERS.find(({ id }) => id === `MFR-${manufacturer}`)
    const price = parseNaira(naira)
    if (made === undefined || price === undefined) throw new Error(`Not a medicine: ${row}`)
    const id = `DRG-${String(index + 1).padStart(3, '0')}`
    return { id, name, description, manufacturerId: made.id, manufacturerName: made.name, price }
  })
