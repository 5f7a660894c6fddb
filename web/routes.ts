import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { itemPages } from '#contract/site.ts';

export default [
  route('shell', 'features/shell/shell-page.tsx'),
  layout('features/shell/site-layout.tsx', [
    index('features/landing/landing-page.tsx'),
    route('home', 'features/landing/landing-page.tsx', { id: 'home' }),
    route('about', 'features/content/about-page.tsx'),
    route('contact', 'features/content/contact-page.tsx'),
    route('campaign', 'features/content/campaign-page.tsx'),
    route('blogs', 'features/content/blogs-page.tsx'),
    ...Object.entries(itemPages).map(([id, path]) => route(path, 'features/content/item-page.tsx', { id })),
    route('donor', 'features/content/donor-page.tsx'),
    route('reciever', 'features/content/reciever-page.tsx'),
    route('can-i-donate', 'features/eligibility/eligibility-page.tsx'),
    route('centers/:id?', 'features/centers/centers-page.tsx'),
    route('requests/:id?', 'features/blood-requests/requests-page.tsx'),
    route('login', 'features/sign-in/login-page.tsx'),
    route('register', 'features/sign-in/register-page.tsx'),
    route('account/action', 'features/account/action-page.tsx'),
    route('reminder', 'features/reminders/reminder-page.tsx'),
    route('slot-offer', 'features/slot-offers/slot-offer-page.tsx'),
    route('request-answer', 'features/blood-requests/request-answer-page.tsx'),
    route('staff/:page?/:id?/:item?', 'staff-root.tsx'),
    layout('features/dashboard/guard.tsx', [
      route('dashboard', 'features/dashboard/dashboard-layout.tsx', [
        route('appointments', 'features/appointments/appointments-page.tsx'),
        route('donors', 'features/dashboard/donors-page.tsx'),
        route('volunteers', 'features/dashboard/volunteers-page.tsx'),
        route('gallery', 'features/gallery/gallery-page.tsx'),
        route('donations', 'features/donations/donations-page.tsx'),
        route('account', 'features/dashboard/account-page.tsx'),
        route('payment/:id', 'features/payment/payment-page.tsx'),
        route('pass/:id', 'features/donation-pass/pass-page.tsx'),
        route('*', 'features/content/not-found-page.tsx', { id: 'dashboard-not-found' }),
      ]),
    ]),
    route('*', 'features/content/not-found-page.tsx'),
  ]),
] satisfies RouteConfig;
