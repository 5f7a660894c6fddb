import type { LegalSlug } from '#contract/legal-pages.ts';

/** Returns the draft of a page in the languages of a site's texts, in English where there is no translation. */
export function createLegalDraft(slug: LegalSlug, languages: readonly string[]) {
  const { title, body } = legalDrafts[slug];
  const inEach = (text: Text) =>
    Object.fromEntries(languages.map((code) => [code, code === 'bn' ? text.bn : text.en]));
  return { slug, title: inEach(title), body: inEach(body) };
}

/** A text in the languages of the interface, as an item of content has it. */
type Text = { en: string; bn: string };

/**
 * What an owner begins with. Square brackets mark what only the owner knows. The privacy policy names the data
 * that docs/security.md lists, so change both together.
 */
const legalDrafts: Record<LegalSlug, { title: Text; body: Text }> = {
  privacy: {
    title: { en: 'Privacy policy', bn: 'গোপনীয়তা নীতি' },
    body: {
      en: `## Who is responsible

[Name of the organization], [postal address], [email address].

## What we store, and for how long

- **Your account**: name, email address, picture, and phone number if you add it; your password or passkeys in a form that cannot be read back; when and with which kind of browser you signed in. Until you delete your account. Records of sign-ins that have ended stay for 400 days.
- **Your appointments**: name, email address, phone number, blood group, donation center, day and time, what you write to the center, and what the center recorded on the day. Until you delete your account. If you came without an appointment and made no account, for 90 days.
- **Waiting lists**: name, phone number and blood group, until you have a place or two days after the day.
- **Payments**: amount, time and number of the payment. Our card provider [Stripe] handles your card; we never see its number. Records of payments stay when you delete your account, without your name.
- **Photos and reviews**: what you publish, until you remove it or delete your account.
- **Messages**: emails and texts to you, until they are delivered, at most 30 days.
- **Log of the staff**: who viewed or changed your data, for three years. You can read it under "Your account".

Your answers to "Can I give blood now?" stay on your device and are never sent.

## Why

To arrange your donation (your health data with your consent), to keep the site safe, and to keep the records of payments that the law requires. [Legal basis in your country.]

## Who gets it

The staff of the donation center that you choose: at the door, only name, blood group, time and the last four digits of your number. [The companies that run our server, send our emails and texts, and take payments.] We sell nothing and show no advertisements, and there is no tracking.

## In your browser

We store what the site needs: your sign-in, the language, a request that you have not sent yet, and your appointments for when you are offline. There are no cookies for advertising.

## Your rights

Under "Your account" you can read, correct and download your data, and delete your account. For anything else, write to [email address]. You can also complain to [data protection authority].

[Day on which this was last changed]
`,
      bn: `## কে দায়ী

[প্রতিষ্ঠানের নাম], [ডাক ঠিকানা], [ইমেইল ঠিকানা]।

## আমরা কী রাখি, কত দিন

- **আপনার অ্যাকাউন্ট**: নাম, ইমেইল ঠিকানা, ছবি, আর যোগ করলে ফোন নম্বর; পাসওয়ার্ড বা পাসকি, এমনভাবে যে তা আর পড়া যায় না; কখন ও কী ধরনের ব্রাউজার থেকে সাইন ইন করেছেন। অ্যাকাউন্ট মুছে ফেলা পর্যন্ত। শেষ হয়ে যাওয়া সাইন-ইনের তথ্য ৪০০ দিন থাকে।
- **আপনার অ্যাপয়েন্টমেন্ট**: নাম, ইমেইল ঠিকানা, ফোন নম্বর, রক্তের গ্রুপ, রক্তদান কেন্দ্র, দিন ও সময়, কেন্দ্রকে আপনি যা লেখেন, আর সেদিন কেন্দ্র যা লিখে রাখে। অ্যাকাউন্ট মুছে ফেলা পর্যন্ত। অ্যাপয়েন্টমেন্ট ছাড়া এসে থাকলে এবং অ্যাকাউন্ট না খুললে ৯০ দিন।
- **অপেক্ষমাণ তালিকা**: নাম, ফোন নম্বর ও রক্তের গ্রুপ, জায়গা পাওয়া পর্যন্ত বা ওই দিনের দুই দিন পর পর্যন্ত।
- **পেমেন্ট**: টাকার পরিমাণ, সময় ও পেমেন্টের নম্বর। আপনার কার্ড আমাদের কার্ড সেবাদাতা [Stripe] সামলায়; কার্ডের নম্বর আমরা কখনো দেখি না। অ্যাকাউন্ট মুছে ফেললেও পেমেন্টের হিসাব থাকে, আপনার নাম ছাড়া।
- **ছবি ও রিভিউ**: আপনি যা প্রকাশ করেন, তা সরানো বা অ্যাকাউন্ট মুছে ফেলা পর্যন্ত।
- **বার্তা**: আপনাকে পাঠানো ইমেইল ও টেক্সট, পৌঁছানো পর্যন্ত, সর্বোচ্চ ৩০ দিন।
- **কর্মীদের লগ**: কে আপনার তথ্য দেখেছে বা বদলেছে, তিন বছর। “আপনার অ্যাকাউন্ট” পাতায় আপনি তা পড়তে পারেন।

“আমি কি এখন রক্ত দিতে পারি?” প্রশ্নের উত্তর আপনার ডিভাইসেই থাকে, কখনো পাঠানো হয় না।

## কেন

আপনার রক্তদানের ব্যবস্থা করতে (স্বাস্থ্যের তথ্য আপনার সম্মতিতে), সাইট নিরাপদ রাখতে, আর আইন অনুযায়ী পেমেন্টের হিসাব রাখতে। [আপনার দেশের আইনি ভিত্তি।]

## কে পায়

আপনার বেছে নেওয়া রক্তদান কেন্দ্রের কর্মীরা: প্রবেশপথে কেবল নাম, রক্তের গ্রুপ, সময় ও নম্বরের শেষ চারটি অঙ্ক। [যেসব প্রতিষ্ঠান আমাদের সার্ভার চালায়, ইমেইল ও টেক্সট পাঠায় এবং পেমেন্ট নেয়।] আমরা কিছু বিক্রি করি না, বিজ্ঞাপন দেখাই না, অনুসরণও করি না।

## আপনার ব্রাউজারে

সাইটের যা দরকার কেবল তা রাখা হয়: সাইন-ইন, ভাষা, না পাঠানো অনুরোধ, আর অফলাইনে দেখার জন্য আপনার অ্যাপয়েন্টমেন্ট। বিজ্ঞাপনের কোনো কুকি নেই।

## আপনার অধিকার

“আপনার অ্যাকাউন্ট” পাতায় আপনি নিজের তথ্য পড়তে, ঠিক করতে, ডাউনলোড করতে ও অ্যাকাউন্ট মুছতে পারেন। অন্য কিছুর জন্য লিখুন: [ইমেইল ঠিকানা]। [তথ্য সুরক্ষা কর্তৃপক্ষ]-এর কাছেও অভিযোগ করতে পারেন।

[সর্বশেষ পরিবর্তনের দিন]
`,
    },
  },
  terms: {
    title: { en: 'Terms of use', bn: 'ব্যবহারের শর্ত' },
    body: {
      en: `[Name of the organization] runs this site. By making an account you accept these terms.

## Appointments

An appointment reserves a time at a donation center. The center decides on the day whether you can give blood. If you can't come, cancel in time, so that somebody else can. [What an appointment costs, and when you get the money back.]

## What you may do

Use your own name and address, and one account. Publish only photos and reviews of your own, and nobody's picture without their consent. We may hide what breaks these rules, and tell you why; you can object once.

## What we promise

We run this site with care, but can't promise that it always works. Nothing here replaces the advice of a doctor. In an emergency call [emergency number].

## Changes and law

We tell members by email before these terms change. The law of [country] applies.

[Day on which this was last changed]
`,
      bn: `এই সাইট চালায় [প্রতিষ্ঠানের নাম]। অ্যাকাউন্ট খুললে আপনি এই শর্তগুলো মেনে নেন।

## অ্যাপয়েন্টমেন্ট

অ্যাপয়েন্টমেন্ট মানে রক্তদান কেন্দ্রে আপনার জন্য একটি সময় রাখা। রক্ত দিতে পারবেন কি না, সেদিন কেন্দ্র ঠিক করে। আসতে না পারলে সময় থাকতে বাতিল করুন, যাতে অন্য কেউ আসতে পারেন। [অ্যাপয়েন্টমেন্টের খরচ, আর কখন টাকা ফেরত পাবেন।]

## আপনি যা করতে পারেন

নিজের নাম ও ঠিকানা এবং একটি অ্যাকাউন্ট ব্যবহার করুন। কেবল নিজের ছবি ও রিভিউ প্রকাশ করুন, অনুমতি ছাড়া কারও ছবি নয়। নিয়ম ভাঙলে আমরা তা লুকাতে পারি এবং কারণ জানাই; আপনি একবার আপত্তি করতে পারেন।

## আমাদের প্রতিশ্রুতি

আমরা যত্ন নিয়ে সাইট চালাই, তবে সব সময় চলবে এমন নিশ্চয়তা দিতে পারি না। এখানকার কিছুই চিকিৎসকের পরামর্শের বিকল্প নয়। জরুরি অবস্থায় ফোন করুন: [জরুরি নম্বর]।

## পরিবর্তন ও আইন

শর্ত বদলানোর আগে আমরা সদস্যদের ইমেইলে জানাই। [দেশ]-এর আইন প্রযোজ্য।

[সর্বশেষ পরিবর্তনের দিন]
`,
    },
  },
  licensing: {
    title: { en: 'Licensing', bn: 'লাইসেন্স' },
    body: {
      en: `The texts and pictures of this site belong to [name of the organization], unless a page says otherwise. [What others may do with them, for example CC BY 4.0.]

Photos and reviews belong to the members who published them. We show them on this site until they are removed.
`,
      bn: `অন্য কিছু লেখা না থাকলে এই সাইটের লেখা ও ছবি [প্রতিষ্ঠানের নাম]-এর। [অন্যরা এগুলো নিয়ে কী করতে পারেন, যেমন CC BY 4.0।]

ছবি ও রিভিউ তাঁদেরই, যে সদস্যরা প্রকাশ করেছেন। সরানো পর্যন্ত আমরা সেগুলো এই সাইটে দেখাই।
`,
    },
  },
  imprint: {
    title: { en: 'Imprint', bn: 'পরিচিতি' },
    body: {
      en: `[Name of the organization]

[Street and number], [postal code and city], [country]

Represented by: [name]

Email: [email address], phone: [phone number]

[Register and number, tax number, if any]
`,
      bn: `[প্রতিষ্ঠানের নাম]

[রাস্তা ও নম্বর], [পোস্টকোড ও শহর], [দেশ]

প্রতিনিধি: [নাম]

ইমেইল: [ইমেইল ঠিকানা], ফোন: [ফোন নম্বর]

[নিবন্ধন ও তার নম্বর, কর নম্বর, থাকলে]
`,
    },
  },
};
