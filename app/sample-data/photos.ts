const photo = (name: string, title: string) => ({
  file: new URL(`../../samples/photos/${name}.jpg`, import.meta.url),
  title,
});

/**
 * The photos of a new site, made from `art/photo-*.svg`, in display order. Screen readers read the titles.
 */
export const samplePhotos: { file: URL; title: string }[] = [
  photo('donation', 'A donor gives blood while a nurse keeps her company'),
  photo('volunteers', 'Two volunteers in red aprons welcome donors with hot tea'),
  photo(
    'river-boat',
    'A country boat with a red sail brings donors and a cool box over the river at sunrise',
  ),
  photo('strong-arm', 'A flexed arm with a small heart bandage on it'),
  photo('tea-and-biscuits', 'Tea and biscuits for two donors who have just met'),
  photo('reaching-hands', 'Nine hands of every skin tone reach for one glowing drop'),
  photo('donor-bus', 'The red donor bus in our street; a doctor waves two people in'),
  photo('family', 'A family that donates together: mother, father and daughter in the park'),
  photo('tent-at-dusk', 'Our campaign tent at dusk, under strings of lamps'),
  photo('thank-you-card', 'A thank-you card with a heart and a drop, beside a cup of tea'),
  photo('waiting-room', 'Three donors wait on red chairs, one of them with a book'),
  photo('high-five', 'High five: two hands meet, each arm with a bandage'),
  photo('grandmother', 'A grandmother who has recovered, with her granddaughter, who brought flowers'),
  photo('registration', 'At the registration desk: a donor fills in the form'),
  photo('rainy-evening', 'Two donors under umbrellas on a rainy evening, the lit door behind them'),
  photo('nurse', 'Our head nurse with her clipboard, laughing'),
  photo('students', 'Five students on campus day, ready for their first donation'),
  photo('cool-box', 'A cool box full of blood bags, ready for the hospital'),
];
