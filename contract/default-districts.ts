/**
 * The divisions of Bangladesh and their districts, each in English and Bengali, as the Bangladesh Bureau of
 * Statistics names them (Population and Housing Census 2022).
 */
const bangladesh: Record<string, string> = {
  'Barishal বরিশাল':
    'Barguna বরগুনা, Barishal বরিশাল, Bhola ভোলা, Jhalokati ঝালকাঠি, Patuakhali পটুয়াখালী, Pirojpur পিরোজপুর',
  'Chattogram চট্টগ্রাম':
    "Bandarban বান্দরবান, Brahmanbaria ব্রাহ্মণবাড়িয়া, Chandpur চাঁদপুর, Chattogram চট্টগ্রাম, Cumilla কুমিল্লা, Cox's Bazar কক্সবাজার, Feni ফেনী, Khagrachhari খাগড়াছড়ি, Lakshmipur লক্ষ্মীপুর, Noakhali নোয়াখালী, Rangamati রাঙ্গামাটি",
  'Dhaka ঢাকা':
    'Dhaka ঢাকা, Faridpur ফরিদপুর, Gazipur গাজীপুর, Gopalganj গোপালগঞ্জ, Kishoreganj কিশোরগঞ্জ, Madaripur মাদারীপুর, Manikganj মানিকগঞ্জ, Munshiganj মুন্সিগঞ্জ, Narayanganj নারায়ণগঞ্জ, Narsingdi নরসিংদী, Rajbari রাজবাড়ী, Shariatpur শরীয়তপুর, Tangail টাঙ্গাইল',
  'Khulna খুলনা':
    'Bagerhat বাগেরহাট, Chuadanga চুয়াডাঙ্গা, Jashore যশোর, Jhenaidah ঝিনাইদহ, Khulna খুলনা, Kushtia কুষ্টিয়া, Magura মাগুরা, Meherpur মেহেরপুর, Narail নড়াইল, Satkhira সাতক্ষীরা',
  'Mymensingh ময়মনসিংহ': 'Jamalpur জামালপুর, Mymensingh ময়মনসিংহ, Netrokona নেত্রকোণা, Sherpur শেরপুর',
  'Rajshahi রাজশাহী':
    'Bogura বগুড়া, Chapainawabganj চাঁপাইনবাবগঞ্জ, Joypurhat জয়পুরহাট, Naogaon নওগাঁ, Natore নাটোর, Pabna পাবনা, Rajshahi রাজশাহী, Sirajganj সিরাজগঞ্জ',
  'Rangpur রংপুর':
    'Dinajpur দিনাজপুর, Gaibandha গাইবান্ধা, Kurigram কুড়িগ্রাম, Lalmonirhat লালমনিরহাট, Nilphamari নীলফামারী, Panchagarh পঞ্চগড়, Rangpur রংপুর, Thakurgaon ঠাকুরগাঁও',
  'Sylhet সিলেট': 'Habiganj হবিগঞ্জ, Moulvibazar মৌলভীবাজার, Sunamganj সুনামগঞ্জ, Sylhet সিলেট',
};

/** Writes `Cox's Bazar কক্সবাজার` as `Cox's Bazar / কক্সবাজার`. */
const separated = (names: string): string => names.replace(/ (?=[\u0980-\u09ff])/, ' / ');

/** The default of the owner's list (districts.ts). */
export const defaultDistricts = Object.entries(bangladesh)
  .flatMap(([division, names]) =>
    names.split(', ').map((name) => `${separated(name)} | ${separated(division)}`),
  )
  .join('\n');
