import type { Chance } from '#scripts/demo/story/chance.ts'

export type Gender = 'Male' | 'Female'

/** The names of one people: a family name goes with the first names of its own. */
type Naming = Readonly<Record<Gender | 'family', readonly string[]>>

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

const HAUSA: Naming = {
  Female: words(`Aisha Fatima Hauwa Zainab Maryam Amina Hadiza Rukayya Safiya Halima Jamila Asmau Nafisa Bilkisu Rabi
    Saadatu Kaltume Ladi Talatu Hannatu Hajara Sadiya`),
  Male: words(`Ibrahim Musa Abubakar Usman Aliyu Sani Yusuf Umar Bello Kabiru Garba Haruna Nasiru Shehu Sulaiman Ismail
    Mustapha Lawal Dauda Bashir Aminu Tanko`),
  family: words(`Abdullahi Bello Danjuma Garba Gwarzo Haruna Idris Jibril Kwairanga Lawal Maikano Mohammed Sule Tukur
    Usman Waziri Yakubu Zubairu Dikko Katsina Shagari`),
}

const YORUBA: Naming = {
  Female: words(`Folake Bukola Yetunde Titilayo Omolara Adebimpe Funmilayo Kehinde Modupe Ronke Simisola Temitope
    Olubunmi Abimbola Morenike Iyabo Adeola Bolanle`),
  Male: words(`Tunde Segun Wale Babatunde Femi Kunle Olumide Ayodele Gbenga Rotimi Adewale Taiwo Damilola Akin Biodun
    Lanre Olusegun Kayode`),
  family: words(`Adebayo Adeyemi Afolabi Akindele Alabi Balogun Bankole Fashola Ogunleye Ojo Okunola Oladipo Olatunji
    Oyelaran Salami Sowande Oyedepo Adegoke Ilesanmi`),
}

const IGBO: Naming = {
  Female: words(`Ngozi Chioma Adaeze Ifeoma Nkechi Chiamaka Obiageli Amaka Uchenna Ebele Nneka Chinyere Oluchi Amarachi
    Kosisochukwu Ijeoma Adaora Nwanneka`),
  Male: words(`Emeka Chukwudi Obinna Kelechi Ikenna Uche Chidi Nnamdi Ugochukwu Okechukwu Ifeanyi Chinedu Ekene Azubuike
    Onyeka Kenechukwu`),
  family: words(`Okafor Okonkwo Eze Nwosu Umeh Obi Nnadi Anyanwu Madu Iwu Onyekachi Chukwu Ogbonna Nwachukwu Ezeani
    Okeke Ugwu Ani Mbah Onwuka`),
}

const EDO_AND_DELTA: Naming = {
  Female: words('Osarugue Itohan Efe Isoken Omosede Blessing Ese Oghenekaro Ejiro Aituaje Esohe Onome'),
  Male: words('Osagie Osaze Efosa Oghenero Ogaga Itua Aigbe Nosakhare Ovie Eghosa Uyi Tega'),
  family: words('Osagiede Igbinedion Omoruyi Ehigiator Idahosa Okpako Erhabor Imasuen Aigbogun Oboh Otobo Edosomwan'),
}

const MIDDLE_BELT: Naming = {
  Female: words('Asabe Mwuese Dooshima Kangyang Nguvan Lami Rifkatu Ene Ladi Nanret'),
  Male: words('Terver Nuhu Pam Sunday Yakubu Danladi Ayuba Terhemba Gyang Audu'),
  family: words('Gyang Pam Dung Tyoor Orkar Dogo Akume Danladi Ochefu Iorliam Bitrus Dalyop'),
}

/** Who lives around each pilot hospital, the commonest more than once. */
const AROUND: Readonly<Record<string, readonly Naming[]>> = {
  ABUTH: [HAUSA, HAUSA, HAUSA, MIDDLE_BELT, YORUBA],
  FTHG: [HAUSA, HAUSA, HAUSA, MIDDLE_BELT],
  NHA: [HAUSA, MIDDLE_BELT, IGBO, YORUBA],
  UBTH: [EDO_AND_DELTA, EDO_AND_DELTA, IGBO, YORUBA],
  UCH: [YORUBA, YORUBA, YORUBA, EDO_AND_DELTA],
  UNTH: [IGBO, IGBO, IGBO, MIDDLE_BELT],
}

/** A person's name, as people around a pilot hospital have it. */
export function nameNear(
  chance: Chance,
  hospitalCode: string,
  gender: Gender,
): { readonly firstName: string; readonly lastName: string } {
  const naming = chance.pick(AROUND[hospitalCode] ?? [HAUSA, YORUBA, IGBO])
  const [firstName, lastName] = [chance.pick(naming[gender]), chance.pick(naming.family)]
  return lastName === firstName ? nameNear(chance, hospitalCode, gender) : { firstName, lastName }
}
