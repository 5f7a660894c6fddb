-- The site's role may not change or delete rows of the staff log. Run it as the role that owns the tables, after
-- `npm run cli -- migrate` with the DATABASE_URL of that role, and again after each update:
--
--   psql "$OWNER_URL" -v ON_ERROR_STOP=1 -v role=blood_buddies_site -f deploy/postgresql-roles.sql
--
-- Then start the site with the DATABASE_URL of blood_buddies_site.

begin;

grant usage on schema public to :"role";
grant select, insert, update, delete on all tables in schema public to :"role";
grant usage, select on all sequences in schema public to :"role";

revoke update, delete, truncate on staff_log, staff_log_people from :"role";

commit;
