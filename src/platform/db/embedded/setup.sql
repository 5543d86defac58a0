create role tenor_owner login nosuperuser nocreatedb createrole;

create database tenor owner tenor_owner template template0 encoding 'UTF8' locale 'C';

revoke all on database tenor, postgres, template1 from public;

grant connect on database postgres to tenor_owner;

-- So that what a question lays aside on the disk can be bounded.
grant set on parameter temp_file_limit to tenor_owner;
